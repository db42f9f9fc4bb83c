/* SPDX-License-Identifier: BSD-3-Clause */
/* handle.hpp - names of objects, with the type of what they carry.
 *
 * A handle is a GUID: 16 bytes, to copy, to put into blocks and to give to
 * tasks on any node.  It owns nothing; destroy() is the program's to call,
 * once.
 */
#ifndef OCR_HPP_HANDLE_HPP
#define OCR_HPP_HANDLE_HPP

#include "error.hpp"
#include "../extensions/ocr-affinity.h"
#include "../extensions/ocr-db-info.h"

#include <cstddef>
#include <type_traits>

namespace ocr
{

template <class T> class block;

class handle
{
      public:
	constexpr handle() noexcept : guid_{0, 0}
	{
	}
	constexpr explicit handle(ocrGuid_t guid) noexcept : guid_(guid)
	{
	}
	constexpr ocrGuid_t
	guid() const noexcept
	{
		return guid_;
	}
	/* Does it name anything? */
	explicit operator bool() const noexcept
	{
		return !ocrGuidIsNull(guid_);
	}
	friend bool
	operator==(handle a, handle b) noexcept
	{
		return ocrGuidIsEq(a.guid_, b.guid_);
	}
	friend bool
	operator!=(handle a, handle b) noexcept
	{
		return !ocrGuidIsEq(a.guid_, b.guid_);
	}
	friend bool
	operator<(handle a, handle b) noexcept
	{
		return ocrGuidIsLt(a.guid_, b.guid_);
	}

      private:
	ocrGuid_t guid_;
};

namespace detail
{

/* What a block may be made of. */
template <class T> struct element {
	static_assert(std::is_trivially_copyable_v<T>,
		      "ocr: the bytes of a block travel between nodes: its "
		      "elements must be trivially copyable");
	static_assert(!std::is_pointer_v<T> && !std::is_member_pointer_v<T>,
		      "ocr: a pointer means nothing on another node: put "
		      "handles or indices into a block");
	static_assert(alignof(T) <= 8,
		      "ocr: blocks are aligned to 8 bytes, and no more");
	static constexpr bool ok = true;
};

} // namespace detail

/* The name of a block of T, whether or not a task has it in use. */
template <class T> class db : public handle
{
	static_assert(!std::is_const_v<T>,
		      "ocr: a block has no const elements, a slot does: "
		      "in<const T>");
	static_assert(detail::element<T>::ok);

      public:
	using element_type = T;
	using handle::handle;

	/* A block of n elements that the creator does not use. */
	static db
	create(std::size_t n, const ocrHint_t *hint = NULL_HINT)
	{
		ocrGuid_t g;
		void *at;

		detail::must(ocrDbCreate(&g, &at, n * sizeof(T),
					 DB_PROP_NO_ACQUIRE, hint, NO_ALLOC),
			     "ocrDbCreate()");
		return db(g);
	}
	/* How many elements it has. */
	std::size_t
	size() const
	{
		u64 bytes;

		detail::must(ocrDbGetSize(guid(), &bytes), "ocrDbGetSize()");
		return bytes / sizeof(T);
	}
	void
	destroy() const
	{
		detail::must(ocrDbDestroy(guid()), "ocrDbDestroy()");
	}
};

/* An event that carries blocks of T, or with void nothing. */
template <class T = void> class event : public handle
{
      public:
	using element_type = T;
	using handle::handle;

	void
	satisfy() const
	{
		static_assert(std::is_void_v<T>,
			      "ocr: this event carries a block: "
			      "satisfy(block)");
		put(NULL_GUID);
	}
	/* The block was released by this task, or never written by it. */
	void
	satisfy(db<T> data) const
	{
		put(data.guid());
	}
	/* Releases the block first. */
	void
	satisfy(block<T> &&data) const
	{
		put(data.release().guid());
	}
	/* Is satisfied by the other one, with what that carries. */
	void
	after(event source) const
	{
		detail::must(ocrAddDependence(source.guid(), guid(), 0,
					      DB_MODE_NULL),
			     "ocrAddDependence()");
	}
	void
	destroy() const
	{
		detail::must(ocrEventDestroy(guid()), "ocrEventDestroy()");
	}

      protected:
	static ocrGuid_t
	make(ocrEventTypes_t type, const ocrEventParams_t *params = nullptr)
	{
		const u16 flags =
			std::is_void_v<T> ? EVT_PROP_NONE : EVT_PROP_TAKES_ARG;
		ocrGuid_t g;

		if (params)
			detail::must(
				ocrEventCreateParams(&g, type, flags, params),
				"ocrEventCreateParams()");
		else
			detail::must(ocrEventCreate(&g, type, flags),
				     "ocrEventCreate()");
		return g;
	}

      private:
	void
	put(ocrGuid_t data) const
	{
		detail::must(ocrEventSatisfy(guid(), data),
			     "ocrEventSatisfy()");
	}
};

/* Passes on one satisfaction, and is gone. */
template <class T = void> class once : public event<T>
{
      public:
	using event<T>::event;
	static once
	create()
	{
		return once(event<T>::make(OCR_EVENT_ONCE_T));
	}
};

/* Remembers the first satisfaction, ignores others. */
template <class T = void> class idem : public event<T>
{
      public:
	using event<T>::event;
	static idem
	create()
	{
		return idem(event<T>::make(OCR_EVENT_IDEM_T));
	}
};

/* Remembers the first satisfaction; a second one is an error. */
template <class T = void> class sticky : public event<T>
{
      public:
	using event<T>::event;
	static sticky
	create()
	{
		return sticky(event<T>::make(OCR_EVENT_STICKY_T));
	}
};

/* Is gone when it is satisfied and has had so many dependences. */
template <class T = void> class counted : public event<T>
{
      public:
	using event<T>::event;
	static counted
	create(u64 dependences)
	{
		ocrEventParams_t p;

		p.EVENT_COUNTED.nbDeps = dependences;
		return counted(event<T>::make(OCR_EVENT_COUNTED_T, &p));
	}
};

/* The n-th satisfaction meets the n-th dependence. */
template <class T = void> class channel : public event<T>
{
      public:
	using event<T>::event;
	static channel
	create(u32 generations, u32 satisfactions = 1, u32 dependences = 1)
	{
		ocrEventParams_t p;

		p.EVENT_CHANNEL.maxGen = generations;
		p.EVENT_CHANNEL.nbSat = satisfactions;
		p.EVENT_CHANNEL.nbDeps = dependences;
		return channel(event<T>::make(OCR_EVENT_CHANNEL_T, &p));
	}
};

/* Fires when what was counted up has been counted down, and is gone. */
class latch : public event<>
{
      public:
	using event<>::event;
	/* Begins with so many to count down. */
	static latch
	create(u64 count = 0)
	{
		ocrEventParams_t p;

		p.EVENT_LATCH.counter = count;
		return latch(make(OCR_EVENT_LATCH_T, &p));
	}
	void
	up() const
	{
		put(OCR_EVENT_LATCH_INCR_SLOT);
	}
	void
	down() const
	{
		put(OCR_EVENT_LATCH_DECR_SLOT);
	}
	/* Counts down when the source is satisfied, whatever that carries. */
	template <class T>
	void
	down_after(event<T> source) const
	{
		detail::must(ocrAddDependence(source.guid(), guid(),
					      OCR_EVENT_LATCH_DECR_SLOT,
					      DB_MODE_NULL),
			     "ocrAddDependence()");
	}
	void satisfy() const = delete;	    /* up() or down() */
	void after(event<>) const = delete; /* down_after() */

      private:
	void
	put(u32 slot) const
	{
		detail::must(ocrEventSatisfySlot(guid(), NULL_GUID, slot),
			     "ocrEventSatisfySlot()");
	}
};

/* -- Places ---------------------------------------------------------------- */

/* How many nodes the job has. */
inline u64
nodes()
{
	u64 n;

	detail::must(ocrAffinityCount(AFFINITY_PD, &n), "ocrAffinityCount()");
	return n;
}

namespace detail
{

inline ocrHint_t
place(u64 node, ocrHintType_t type, ocrHintProp_t property)
{
	ocrGuid_t where;
	ocrHint_t hint;

	must(ocrAffinityGetAt(AFFINITY_PD, node % nodes(), &where),
	     "ocrAffinityGetAt()");
	must(ocrHintInit(&hint, type), "ocrHintInit()");
	must(ocrSetHintValue(&hint, property, ocrAffinityToHintValue(where)),
	     "ocrSetHintValue()");
	return hint;
}

} // namespace detail

/* A hint for tasks: run on this node, taken modulo their count. */
inline ocrHint_t
task_on(u64 node)
{
	return detail::place(node, OCR_HINT_EDT_T, OCR_HINT_EDT_AFFINITY);
}

/* The same for blocks: be owned by it. */
inline ocrHint_t
block_on(u64 node)
{
	return detail::place(node, OCR_HINT_DB_T, OCR_HINT_DB_AFFINITY);
}

} // namespace ocr

#endif
