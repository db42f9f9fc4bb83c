/* SPDX-License-Identifier: BSD-3-Clause */
/* block.hpp - blocks in use: those that a task created, and those of its slots.
 */
#ifndef OCR_HPP_BLOCK_HPP
#define OCR_HPP_BLOCK_HPP

#include "handle.hpp"

#include <cassert>
#include <utility>

namespace ocr
{

/* A block that this task has created, and may write to.  It is released where
 * the variable ends; it is not destroyed there, since others are to have it.
 * Moves, and is never copied. */
template <class T> class block
{
	static_assert(detail::element<T>::ok);

      public:
	using element_type = T;

	/* n elements, whose bytes are not zeroed. */
	explicit block(std::size_t n = 1, const ocrHint_t *hint = NULL_HINT)
	    : n_(n)
	{
		ocrGuid_t g;
		void *at;

		detail::must(ocrDbCreate(&g, &at, n * sizeof(T), DB_PROP_NONE,
					 hint, NO_ALLOC),
			     "ocrDbCreate()");
		name_ = db<T>(g);
		at_ = static_cast<T *>(at);
		held_ = true;
	}
	block(const block &) = delete;
	block &operator=(const block &) = delete;
	block(block &&other) noexcept
	    : name_(other.name_), at_(other.at_), n_(other.n_),
	      held_(other.held_)
	{
		other.forget();
	}
	block &
	operator=(block &&other) noexcept
	{
		if (this != &other) {
			let_go();
			name_ = other.name_;
			at_ = other.at_;
			n_ = other.n_;
			held_ = other.held_;
			other.forget();
		}
		return *this;
	}
	~block()
	{
		let_go();
	}

	/* Ends its use, as the end of the variable does; what was written can
	 * be seen by whom the name is given to.  A second time it only tells
	 * the name. */
	db<T>
	release()
	{
		if (held_) {
			held_ = false;
			at_ = nullptr;
			detail::must(ocrDbRelease(name_.guid()),
				     "ocrDbRelease()");
		}
		return name_;
	}
	/* Destroys the block, which this task, too, no longer has. */
	void
	destroy()
	{
		held_ = false;
		at_ = nullptr;
		name_.destroy();
		name_ = db<T>();
	}
	/* The name, to put into another block; to pass the data on, release().
	 */
	db<T>
	name() const noexcept
	{
		return name_;
	}

	T *
	data() noexcept
	{
		return at_;
	}
	const T *
	data() const noexcept
	{
		return at_;
	}
	std::size_t
	size() const noexcept
	{
		return n_;
	}
	T *
	begin() noexcept
	{
		return at_;
	}
	T *
	end() noexcept
	{
		return at_ ? at_ + n_ : at_;
	}
	const T *
	begin() const noexcept
	{
		return at_;
	}
	const T *
	end() const noexcept
	{
		return at_ ? at_ + n_ : at_;
	}
	T &
	operator[](std::size_t i) noexcept
	{
		return at_[i];
	}
	const T &
	operator[](std::size_t i) const noexcept
	{
		return at_[i];
	}
	T &
	operator*() noexcept
	{
		return *at_;
	}
	T *
	operator->() noexcept
	{
		return at_;
	}

      private:
	void
	forget() noexcept
	{
		name_ = db<T>();
		at_ = nullptr;
		n_ = 0;
		held_ = false;
	}
	void
	let_go() noexcept
	{
		if (!held_)
			return;
		held_ = false;
		if (u8 code = ocrDbRelease(name_.guid()))
			detail::end_job("ocrDbRelease() at the end of a block",
					error_name(code));
	}

	db<T> name_;
	T *at_ = nullptr;
	std::size_t n_ = 0;
	bool held_ = false;
};

/* What a slot gives to the body of a task: a block of T in the mode M.  The
 * mode fits the constness: DB_MODE_CONST and DB_MODE_RO give const elements,
 * DB_MODE_RW and DB_MODE_EW others.  Valid until release(), or the end of the
 * task, which releases it.  No block (data() is NULL): control only. */
template <class T,
	  ocrDbAccessMode_t M = std::is_const_v<T> ? DB_MODE_CONST : DB_MODE_RW>
class in
{
	static_assert(M == DB_MODE_CONST || M == DB_MODE_RO ||
			      M == DB_MODE_RW || M == DB_MODE_EW,
		      "ocr: for a slot without data: ocr::signal");
	static_assert(std::is_const_v<T> ||
			      (M != DB_MODE_CONST && M != DB_MODE_RO),
		      "ocr: this mode only reads: in<const T, mode>");
	static_assert(!std::is_const_v<T> ||
			      (M != DB_MODE_RW && M != DB_MODE_EW),
		      "ocr: this mode writes: in<T, mode>, without const");
	static_assert(detail::element<std::remove_const_t<T>>::ok);

      public:
	using element_type = T;
	static constexpr ocrDbAccessMode_t mode = M;

	/* For bodies with C's arguments as well. */
	explicit in(const ocrEdtDep_t &slot) noexcept
	    : guid_(slot.guid), at_(static_cast<T *>(slot.ptr))
	{
		/* Connected by C, in another mode? */
		ASSERT(std::is_const_v<T> || !slot.ptr ||
		       slot.mode == DB_MODE_RW || slot.mode == DB_MODE_EW);
	}

	db<std::remove_const_t<T>>
	name() const noexcept
	{
		return db<std::remove_const_t<T>>(guid_);
	}
	/* Ends its use: before the block is passed on by an event. */
	db<std::remove_const_t<T>>
	release()
	{
		at_ = nullptr;
		detail::must(ocrDbRelease(guid_), "ocrDbRelease()");
		return name();
	}
	/* Destroys the block when all have released it. */
	void
	destroy()
	{
		at_ = nullptr;
		name().destroy();
	}

	/* How many elements there are; it asks, so a loop should ask once. */
	std::size_t
	size() const
	{
		return at_ ? name().size() : 0;
	}
	T *
	data() const noexcept
	{
		return at_;
	}
	T *
	begin() const noexcept
	{
		return at_;
	}
	T *
	end() const
	{
		return at_ + size();
	}
	T &
	operator[](std::size_t i) const noexcept
	{
		return at_[i];
	}
	T &
	operator*() const noexcept
	{
		return *at_;
	}
	T *
	operator->() const noexcept
	{
		return at_;
	}

      private:
	ocrGuid_t guid_;
	T *at_;
};

/* A slot without data: only that it was satisfied counts. */
class signal
{
      public:
	explicit signal(const ocrEdtDep_t &) noexcept
	{
	}
};

/* All further slots of a task, as many as it was started with: the last
 * argument of its function. */
template <class T,
	  ocrDbAccessMode_t M = std::is_const_v<T> ? DB_MODE_CONST : DB_MODE_RW>
class rest
{
      public:
	using one = in<T, M>;

	rest(const ocrEdtDep_t *slots, std::size_t n) noexcept
	    : slots_(slots), n_(n)
	{
	}
	std::size_t
	size() const noexcept
	{
		return n_;
	}
	one
	operator[](std::size_t i) const noexcept
	{
		return one(slots_[i]);
	}

      private:
	const ocrEdtDep_t *slots_;
	std::size_t n_;
};

} // namespace ocr

#endif
