/* SPDX-License-Identifier: BSD-3-Clause */
/* error.hpp - what a refused call throws, and where exceptions end. */
#ifndef OCR_HPP_ERROR_HPP
#define OCR_HPP_ERROR_HPP

#include "../ocr.h"

#include <cstdio>
#include <cxxabi.h>
#include <exception>
#include <stdexcept>
#include <string>

namespace ocr
{

/* The name of a code of ocr-errors.h. */
inline const char *
error_name(u8 code) noexcept
{
	switch (code) {
	case OCR_EPERM:
		return "OCR_EPERM";
	case OCR_ENOENT:
		return "OCR_ENOENT";
	case OCR_EIO:
		return "OCR_EIO";
	case OCR_EAGAIN:
		return "OCR_EAGAIN";
	case OCR_ENOMEM:
		return "OCR_ENOMEM";
	case OCR_EACCES:
		return "OCR_EACCES";
	case OCR_EFAULT:
		return "OCR_EFAULT";
	case OCR_EBUSY:
		return "OCR_EBUSY";
	case OCR_EINVAL:
		return "OCR_EINVAL";
	case OCR_ENOSPC:
		return "OCR_ENOSPC";
	case OCR_ENOSYS:
		return "OCR_ENOSYS";
	case OCR_ENOTSUP:
		return "OCR_ENOTSUP";
	case OCR_EGUIDEXISTS:
		return "OCR_EGUIDEXISTS";
	case OCR_EACQ:
		return "OCR_EACQ";
	default:
		return "a code of ocr-errors.h";
	}
}

/* A call returned a code other than 0: nothing was done.  what() has the call
 * and the code. */
class error : public std::runtime_error
{
      public:
	error(u8 code, const char *call)
	    : std::runtime_error(std::string(call) + " returned " +
				 std::to_string(unsigned(code)) + " (" +
				 error_name(code) + ")"),
	      code_(code)
	{
	}
	u8
	code() const noexcept
	{
		return code_;
	}

      private:
	u8 code_;
};

namespace detail
{

/* Out of line, so that a call costs what it costs in C. */
[[noreturn]] __attribute__((noinline, cold)) inline void
fail(u8 code, const char *call)
{
#if defined(__cpp_exceptions)
	throw error(code, call);
#else
	/* Nothing could catch it: the process ends, and the job with it. */
	ocrVerifyFailed(call, 0, "returned %u (%s)", unsigned(code),
			error_name(code));
#endif
}

inline void
must(u8 code, const char *call)
{
	if (__builtin_expect(code != 0, 0))
		fail(code, call);
}

/* Where nobody can catch: the job ends with status 1. */
__attribute__((noinline, cold)) inline void
end_job(const char *where, const char *what) noexcept
{
	std::fprintf(stderr, "ocr: %s: %s; the job ends\n", where, what);
	ocrAbort(1);
}

/* Runs the body of a task.  An exception must not cross into the runtime, which
 * is C: it ends here, is told on standard error, and ends the job. */
template <class Body>
inline ocrGuid_t
guarded(Body &&body)
{
#if defined(__cpp_exceptions)
	try {
		return body();
#if defined(__GLIBCXX__)
	} catch (abi::__forced_unwind &) {
		throw; /* pthread_exit(): not ours to stop */
#endif
	} catch (const std::exception &e) {
		end_job("an exception left a task", e.what());
	} catch (...) {
		end_job("an exception left a task", "not a std::exception");
	}
	return NULL_GUID;
#else
	return body();
#endif
}

} // namespace detail
} // namespace ocr

#endif
