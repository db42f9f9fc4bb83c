/* SPDX-License-Identifier: BSD-3-Clause */
/* code.hpp - how the arguments of a task's function travel.
 *
 * The signature of a function says all: an argument of the type in<...>, signal
 * or rest<...> is a slot, each other one a parameter, which is copied, in
 * order, into C's paramv.  The trampoline has C's signature.  It is a function
 * of the program, as any: it is found on another node by its module and the
 * offset in it, which are the same wherever the same program runs, for static
 * functions and instances of templates, too.
 */
#ifndef OCR_HPP_CODE_HPP
#define OCR_HPP_CODE_HPP

#include "block.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <tuple>

namespace ocr
{

/* Arguments for slots, where a task is started.  none: satisfied at once,
 * without data.  later: left open, for connect().  later_all(n): rest<...> has
 * n, all of them open. */
struct none_t {
};
struct later_t {
};
struct later_all {
	explicit constexpr later_all(u32 n) noexcept : count(n)
	{
	}
	u32 count;
};
inline constexpr none_t none{};
inline constexpr later_t later{};

namespace detail
{

/* What an argument of a task's function is. */
template <class A> struct argument {
	static constexpr bool is_slot = false, is_rest = false;
	static constexpr std::size_t words = (sizeof(A) + 7) / 8;
	static constexpr ocrDbAccessMode_t mode = DB_DEFAULT_MODE;
	static_assert(!std::is_reference_v<A>,
		      "ocr: a task takes its parameters by value: they are "
		      "copied to the node that runs it");
	static_assert(!std::is_pointer_v<A> && !std::is_member_pointer_v<A>,
		      "ocr: a pointer means nothing on another node: give a "
		      "task a block, by in<T>, or an index");
	static_assert(std::is_trivially_copyable_v<A> || std::is_reference_v<A>,
		      "ocr: a parameter of a task travels as bytes: it must be "
		      "trivially copyable");
};
template <class T, ocrDbAccessMode_t M> struct argument<in<T, M>> {
	static constexpr bool is_slot = true, is_rest = false;
	static constexpr std::size_t words = 0;
	static constexpr ocrDbAccessMode_t mode = M;
	using element = std::remove_const_t<T>;
};
template <> struct argument<signal> {
	static constexpr bool is_slot = true, is_rest = false;
	static constexpr std::size_t words = 0;
	static constexpr ocrDbAccessMode_t mode = DB_DEFAULT_MODE;
	using element = void;
};
template <class T, ocrDbAccessMode_t M> struct argument<rest<T, M>> {
	static constexpr bool is_slot = false, is_rest = true;
	static constexpr std::size_t words = 0;
	static constexpr ocrDbAccessMode_t mode = M;
	using element = std::remove_const_t<T>;
};

/* What the output event of a task carries. */
template <class R> struct returned {
	static_assert(std::is_void_v<R>,
		      "ocr: a task returns void, db<T> or block<T>");
	using element = void;
};
template <class T> struct returned<db<T>> {
	using element = T;
	static ocrGuid_t
	guid(const db<T> &d)
	{
		return d.guid();
	}
};
template <class T> struct returned<block<T>> {
	using element = T;
	static ocrGuid_t
	guid(block<T> &&b)
	{
		return b.release().guid();
	}
};

/* The result, the arguments, and where each argument lies. */
template <class R, class... A> struct signature {
	using result = R;
	using carries = typename returned<R>::element;
	static constexpr std::size_t count = sizeof...(A);
	static constexpr std::size_t params =
		(std::size_t(0) + ... + argument<A>::words);
	static constexpr std::size_t slots =
		(std::size_t(0) + ... + std::size_t(argument<A>::is_slot));
	static constexpr std::size_t rests =
		(std::size_t(0) + ... + std::size_t(argument<A>::is_rest));
	template <std::size_t I>
	using arg = std::tuple_element_t<I, std::tuple<A...>>;

	/* The first word of argument I, or its slot. */
	static constexpr std::size_t
	at(std::size_t i, bool of_slots)
	{
		constexpr std::array<std::size_t, count + 1> words{
			argument<A>::words..., 0};
		constexpr std::array<bool, count + 1> are_slots{
			argument<A>::is_slot..., false};
		std::size_t sum = 0;

		for (std::size_t k = 0; k < i; k++)
			sum += of_slots ? std::size_t(are_slots[k]) : words[k];
		return sum;
	}
	/* Which argument slot number I is. */
	static constexpr std::size_t
	slot_argument(std::size_t slot)
	{
		constexpr std::array<bool, count + 1> are{
			(argument<A>::is_slot || argument<A>::is_rest)...,
			false};

		for (std::size_t k = 0; k < count; k++)
			if (are[k] && !slot--)
				return k;
		return count;
	}
	static constexpr bool
	rest_is_last()
	{
		constexpr std::array<bool, count + 1> are{
			argument<A>::is_rest..., false};

		for (std::size_t k = 0; k + 1 < count; k++)
			if (are[k])
				return false;
		return true;
	}
	static_assert(rest_is_last(),
		      "ocr: rest<T> is the last argument of a task");
	static_assert(params <= 65534 && slots <= 65534,
		      "ocr: a task has at most 65534 words of parameters, and "
		      "as many slots");
};

template <class F>
struct signature_of : signature_of<decltype(&F::operator())> {
};
/* clang-format off */
template <class R, class... A>
struct signature_of<R (*)(A...)> { using type = signature<R, A...>; };
template <class R, class... A>
struct signature_of<R (*)(A...) noexcept> { using type = signature<R, A...>; };
template <class C, class R, class... A>
struct signature_of<R (C::*)(A...)> { using type = signature<R, A...>; };
template <class C, class R, class... A>
struct signature_of<R (C::*)(A...) noexcept> { using type = signature<R, A...>; };
template <class C, class R, class... A>
struct signature_of<R (C::*)(A...) const> { using type = signature<R, A...>; };
template <class C, class R, class... A>
struct signature_of<R (C::*)(A...) const noexcept> { using type = signature<R, A...>; };
/* clang-format on */

/* Copies a value to whole words; where the last one is not full, its rest is 0.
 */
template <class T>
inline void
to_words(u64 *words, const T &value) noexcept
{
	if constexpr (sizeof(T) % 8 != 0)
		words[sizeof(T) / 8] = 0;
	std::memcpy(words, &value, sizeof(T));
}

/* Bytes that were a T, a T again. */
template <class T> struct copied {
	alignas(T) unsigned char bytes[sizeof(T)];
	explicit copied(const void *from) noexcept
	{
		std::memcpy(bytes, from, sizeof(T));
	}
	T &
	value() noexcept
	{
		return *std::launder(reinterpret_cast<T *>(bytes));
	}
};

/* Argument I of a call, from what C gives. */
template <class S, std::size_t I>
inline auto
argument_from(u64 *paramv, u32 depc, ocrEdtDep_t *depv)
{
	using A = typename S::template arg<I>;

	(void)paramv, (void)depc, (void)depv;
	if constexpr (argument<A>::is_slot)
		return A(depv[S::at(I, true)]);
	else if constexpr (argument<A>::is_rest)
		return A(depv + S::slots, depc - S::slots);
	else if constexpr (std::is_default_constructible_v<A>) {
		A value;

		std::memcpy(static_cast<void *>(&value),
			    paramv + S::at(I, false), sizeof(A));
		return value;
	} else
		return copied<A>(paramv + S::at(I, false)).value();
}

template <class S, class F, std::size_t... I>
inline ocrGuid_t
call(F &f, u64 *paramv, u32 depc, ocrEdtDep_t *depv, std::index_sequence<I...>)
{
	using R = typename S::result;

	if constexpr (std::is_void_v<R>) {
		f(argument_from<S, I>(paramv, depc, depv)...);
		return NULL_GUID;
	} else {
		return returned<R>::guid(
			f(argument_from<S, I>(paramv, depc, depv)...));
	}
}

/* Of a function that the program names. */
template <auto F>
ocrGuid_t
run_function(u32, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	using S = typename signature_of<decltype(F)>::type;

	return guarded([&] {
		auto f = F;
		return call<S>(f, paramv, depc, depv,
			       std::make_index_sequence<S::count>());
	});
}

/* Of a closure, whose bytes are the parameters. */
template <class L>
ocrGuid_t
run_closure(u32, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	using S = typename signature_of<L>::type;

	return guarded([&] {
		using all = std::make_index_sequence<S::count>;

		if constexpr (!std::is_empty_v<L> && alignof(L) <= 8) {
			/* Where it lies: paramv is this task's own. */
			return call<S>(
				*std::launder(reinterpret_cast<L *>(paramv)),
				paramv, depc, depv, all());
		} else {
			const u64 nothing = 0;
			copied<L> f(std::is_empty_v<L> ? &nothing : paramv);

			return call<S>(f.value(), paramv, depc, depv, all());
		}
	});
}

/* Has the closure the address of something on this thread's stack, in this
 * frame or above it?  Then it has captured a reference to a variable that will
 * be gone. No number that a program computes with looks like one. */
inline bool
points_to_stack(const u64 *words, std::size_t n) noexcept
{
	constexpr u64 below = 64 * 1024, above = 256 * 1024;
	const u64 from = u64(reinterpret_cast<std::uintptr_t>(
				 __builtin_frame_address(0))) -
			 below;

	for (std::size_t i = 0; i < n; i++)
		if (words[i] - from < below + above)
			return true;
	return false;
}

} // namespace detail
} // namespace ocr

#endif
