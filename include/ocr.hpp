/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr.hpp - OCR for C++17: objects with types, tasks from functions and
 * lambdas.
 *
 * What it is: a thin layer over ocr.h, all in headers, in the namespace ocr.
 * Each call of it is the call of C with the same arguments, checked.  Both may
 * be mixed: guid() gives the GUID of an object, and a constructor takes one.
 *
 *   hpp/error.hpp   what a refused call throws, and where exceptions end
 *   hpp/handle.hpp  names of objects: db<T>, once<T>, sticky<T>, latch, ...
 *   hpp/block.hpp   block<T>, a block in use; in<T>, what a slot gives a task
 *   hpp/code.hpp    how arguments of a task's function travel
 *   hpp/task.hpp    task_template<f>, start<f>(), spawn(), main
 *
 * Its page is doc/use/CPP.md.
 */
#ifndef OCR_HPP
#define OCR_HPP

#if __cplusplus < 201703L
#error "ocr.hpp needs C++17 (-std=c++17)"
#endif

#include "ocr.h"
#include "hpp/error.hpp"
#include "hpp/handle.hpp"
#include "hpp/block.hpp"
#include "hpp/code.hpp"
#include "hpp/task.hpp"

#endif
