/* SPDX-License-Identifier: BSD-3-Clause */
/* task.hpp - templates, tasks, and lambdas as tasks. */
#ifndef OCR_HPP_TASK_HPP
#define OCR_HPP_TASK_HPP

#include "code.hpp"

namespace ocr
{

namespace detail
{

struct nowhere {
};
template <class> inline constexpr bool never = false;

/* The source of a slot whose element is E. */
template <class E, class T>
inline ocrGuid_t
source_for(const event<T> &e)
{
	static_assert(std::is_void_v<E> || std::is_same_v<E, T>,
		      "ocr: the event carries something else than the slot "
		      "takes");
	return e.guid();
}
template <class E, class T>
inline ocrGuid_t
source_for(const db<T> &d)
{
	static_assert(std::is_same_v<E, T>,
		      "ocr: the block has other elements than the slot takes");
	return d.guid();
}
template <class E, class T>
inline ocrGuid_t
source_for(block<T> &&b)
{
	static_assert(std::is_same_v<E, T>,
		      "ocr: the block has other elements than the slot takes");
	return b.release().guid();
}
template <class E, class T>
inline ocrGuid_t
source_for(block<T> &)
{
	static_assert(never<T>, "ocr: the block is still in use: give "
				"std::move(block), which releases it");
	return NULL_GUID;
}
template <class E>
inline ocrGuid_t
source_for(none_t)
{
	return NULL_GUID;
}
template <class E>
inline ocrGuid_t
source_for(later_t)
{
	return UNINITIALIZED_GUID;
}

template <class G>
inline constexpr bool is_later = std::is_same_v<std::decay_t<G>, later_t> ||
				 std::is_same_v<std::decay_t<G>, later_all>;

} // namespace detail

/* How a task is started: `how().finish().hint(h).into(event)`. */
template <bool Finish = false, class Into = detail::nowhere> class basic_how
{
      public:
	static constexpr bool is_finish = Finish;
	using target = Into;

	constexpr basic_how() noexcept = default;
	/* Its output event waits for all that it starts. */
	constexpr basic_how<true, Into>
	finish() const noexcept
	{
		return {u16(flags | EDT_PROP_FINISH), hints, output};
	}
	/* The hint stays the caller's, and is read when the task is started. */
	constexpr basic_how
	hint(const ocrHint_t &h) const noexcept
	{
		return {flags, &h, output};
	}
	basic_how hint(ocrHint_t &&) const = delete; /* a variable, please */
	/* An event that the program has created is satisfied when it ends. */
	template <class T>
	constexpr basic_how<Finish, T>
	into(const event<T> &e) const noexcept
	{
		return {u16(flags | EDT_PROP_OEVT_VALID), hints, e.guid()};
	}

	constexpr basic_how(u16 f, const ocrHint_t *h, ocrGuid_t o) noexcept
	    : flags(f), hints(h), output(o)
	{
	}
	u16 flags = EDT_PROP_NONE;
	const ocrHint_t *hints = nullptr;
	ocrGuid_t output = {0, 0};
};
using how = basic_how<>;

/* A task that was started, with the types of its slots: S is internal. */
template <class S> class task : public handle
{
      public:
	using handle::handle;

	/* Connects slot I, of those of the function, counted from 0, which was
	 * left open.  A rest<T> is connected one by one: its K-th. */
	template <std::size_t I, class G>
	void
	connect(G &&source) const
	{
		using A = slot<I>;

		static_assert(!detail::argument<A>::is_rest,
			      "ocr: which one of rest<T>? connect<I>(k, "
			      "source)");
		link<A>(std::forward<G>(source), u32(I));
	}
	template <std::size_t I, class G>
	void
	connect(u32 k, G &&source) const
	{
		using A = slot<I>;

		static_assert(detail::argument<A>::is_rest,
			      "ocr: this slot is one alone: "
			      "connect<I>(source)");
		link<A>(std::forward<G>(source), u32(I) + k);
	}
	/* Of a task that will never be able to run. */
	void
	destroy() const
	{
		detail::must(ocrEdtDestroy(guid()), "ocrEdtDestroy()");
	}

      private:
	template <std::size_t I> struct find {
		static_assert(S::slot_argument(I) < S::count,
			      "ocr: the task has no such slot");
		using type = typename S::template arg<S::slot_argument(I)>;
	};
	template <std::size_t I> using slot = typename find<I>::type;

	template <class A, class G>
	void
	link(G &&source, u32 number) const
	{
		using E = typename detail::argument<A>::element;

		static_assert(!detail::is_later<G>, "ocr: it is open already");
		detail::must(
			ocrAddDependence(
				detail::source_for<E>(std::forward<G>(source)),
				guid(), number, detail::argument<A>::mode),
			"ocrAddDependence()");
	}
};

namespace detail
{

/* What is given for one argument, into words, the array of sources, or behind
 * the creation of the task. */
template <class S, std::size_t I, class G>
inline void
give(u64 *words, ocrGuid_t *sources, G &&given)
{
	using A = typename S::template arg<I>;

	(void)words, (void)sources;
	if constexpr (argument<A>::is_slot) {
		sources[S::at(I, true)] =
			source_for<typename argument<A>::element>(
				std::forward<G>(given));
	} else if constexpr (argument<A>::is_rest) {
		static_assert(std::is_same_v<std::decay_t<G>, later_all>,
			      "ocr: for rest<T>: later_all(how many)");
	} else {
		static_assert(std::is_convertible_v<G, A>,
			      "ocr: this does not fit the parameter of the "
			      "task's function");
		const A value = static_cast<A>(std::forward<G>(given));

		to_words(words + S::at(I, false), value);
	}
}

template <class S, std::size_t... I, class... G>
inline void
give_all(u64 *words, ocrGuid_t *sources, std::index_sequence<I...>,
	 G &&...given)
{
	(void)words, (void)sources;
	(give<S, I>(words, sources, std::forward<G>(given)), ...);
}

template <class A, class G>
inline constexpr bool wants_mode =
	argument<A>::is_slot &&argument<A>::mode != DB_DEFAULT_MODE &&
	!is_later<G> && !std::is_same_v<std::decay_t<G>, none_t>;

/* Are there slots in another mode than that of depv, and any for depv? */
template <class S, std::size_t... I, class... G>
constexpr bool
any_mode(std::index_sequence<I...>, const std::tuple<G...> *)
{
	return (false || ... || wants_mode<typename S::template arg<I>, G>);
}
template <class S, std::size_t... I, class... G>
constexpr bool
any_source(std::index_sequence<I...>, const std::tuple<G...> *)
{
	return (false || ... ||
		(argument<typename S::template arg<I>>::is_slot &&
		 !is_later<G>));
}

template <class S, std::size_t I>
inline void
add(ocrGuid_t task, const ocrGuid_t *sources)
{
	using A = typename S::template arg<I>;

	if constexpr (argument<A>::is_slot) {
		const std::size_t slot = S::at(I, true);

		if (!ocrGuidIsUninitialized(sources[slot]))
			must(ocrAddDependence(sources[slot], task, u32(slot),
					      argument<A>::mode),
			     "ocrAddDependence()");
	}
}

template <class S, std::size_t... I>
inline void
add_all(ocrGuid_t task, const ocrGuid_t *sources, std::index_sequence<I...>)
{
	(void)task, (void)sources;
	(add<S, I>(task, sources), ...);
}

/* How many further slots the last argument asks for. */
inline u32
rest_count()
{
	return 0;
}
template <class... G>
inline u32
rest_count(const G &...given)
{
	const auto &last = std::get<sizeof...(G) - 1>(std::tie(given...));

	if constexpr (std::is_same_v<std::decay_t<decltype(last)>, later_all>)
		return last.count;
	else
		return 0;
}

/* ocrEdtCreate(), with what was given.  `words` has the parameters, or room for
 * them.  A task without open slots has no name that anybody could use: none is
 * asked for, since that costs something, and none returned. */
template <class S, class H, class... G>
inline auto
create(ocrGuid_t tmpl, const H &h, u32 paramc, u64 *words, ocrGuid_t *output,
       G &&...given)
{
	static_assert(sizeof...(G) == S::count,
		      "ocr: a task is started with one value for each argument "
		      "of its function (for slots: a block, an event, none or "
		      "later)");
	constexpr bool is_open = (false || ... || is_later<G>);

	if constexpr (sizeof...(G) == S::count) {
		using all = std::make_index_sequence<S::count>;
		constexpr std::tuple<G...> *types = nullptr;
		constexpr bool by_add = any_mode<S>(all(), types);
		constexpr bool by_depv =
			!by_add && !S::rests && any_source<S>(all(), types);
		ocrGuid_t sources[S::slots + 1];
		ocrGuid_t g;

		give_all<S>(words, sources, all(), std::forward<G>(given)...);
		must(ocrEdtCreate(is_open || (!by_depv && S::slots) ? &g
								    : nullptr,
				  tmpl, paramc, paramc ? words : nullptr,
				  u32(S::slots) + rest_count(given...),
				  by_depv ? sources : nullptr, h.flags, h.hints,
				  output),
		     "ocrEdtCreate()");
		if constexpr (!by_depv && S::slots > 0)
			add_all<S>(g, sources, all());
		if constexpr (is_open)
			return task<S>(g);
	} else {
		return task<S>();
	}
}

/* The output event of a task of signature S, started like that. */
template <class S, class H>
using output_of =
	once<std::conditional_t<H::is_finish, void, typename S::carries>>;

/* With H's event, or none. */
template <class S, class H, class... G>
inline auto
begin(ocrGuid_t tmpl, const H &h, u32 paramc, u64 *words, G &&...given)
{
	if constexpr (std::is_same_v<typename H::target, nowhere>) {
		return create<S>(tmpl, h, paramc, words, nullptr,
				 std::forward<G>(given)...);
	} else {
		static_assert(
			std::is_void_v<typename H::target> ||
				std::is_same_v<
					typename H::target,
					typename output_of<S, H>::element_type>,
			"ocr: into(event): the event carries something else "
			"than the task returns (a finish task: nothing)");
		ocrGuid_t output = h.output;

		return create<S>(tmpl, h, paramc, words, &output,
				 std::forward<G>(given)...);
	}
}

/* With an output event of its own. */
template <class S, class H, class... G>
inline std::pair<task<S>, output_of<S, H>>
begin_output(ocrGuid_t tmpl, const H &h, u32 paramc, u64 *words, G &&...given)
{
	static_assert(std::is_same_v<typename H::target, nowhere>,
		      "ocr: either into(event) or an output event of its own");
	static_assert((false || ... || is_later<G>),
		      "ocr: an output event must be waited for before the task "
		      "can start: leave a slot open (later) and connect it "
		      "last, or start it with how().into(event)");
	ocrGuid_t output;
	task<S> t = create<S>(tmpl, h, paramc, words, &output,
			      std::forward<G>(given)...);

	return {t, output_of<S, H>(output)};
}

template <class T> struct is_how : std::false_type {
};
template <bool F, class I> struct is_how<basic_how<F, I>> : std::true_type {
};
template <class T>
inline constexpr bool is_how_v = is_how<std::decay_t<T>>::value;

inline ocrGuid_t
new_template(ocrEdt_t f, std::size_t params, std::size_t slots, bool rests)
{
	ocrGuid_t g;

	must(ocrEdtTemplateCreate(&g, f, u32(params),
				  rests ? EDT_PARAM_UNK : u32(slots)),
	     "ocrEdtTemplateCreate()");
	return g;
}

} // namespace detail

/* A template of tasks that run F: a function, or a lambda without captures by
 * its +.  Any node may start tasks from it. */
template <auto F> class task_template : public handle
{
      public:
	using signature = typename detail::signature_of<decltype(F)>::type;
	using started = task<signature>;
	using handle::handle;

	static task_template
	create()
	{
		return task_template(detail::new_template(
			detail::run_function<F>, signature::params,
			signature::slots, signature::rests));
	}
	void
	destroy() const
	{
		detail::must(ocrEdtTemplateDestroy(guid()),
			     "ocrEdtTemplateDestroy()");
	}

	/* Starts a task: start(how, ...) or start(...), with one value for each
	 * argument of F, in order.  Returns it if it has open slots. */
	template <class... G>
	auto
	start(G &&...given) const
	{
		if constexpr ((false || ... || detail::is_how_v<G>))
			return split(std::forward<G>(given)...);
		else
			return split(how(), std::forward<G>(given)...);
	}
	/* The same, and its output event: a pair. */
	template <bool B, class I, class... G>
	auto
	start_output(const basic_how<B, I> &h, G &&...given) const
	{
		u64 words[signature::params + 1];

		return detail::begin_output<signature>(
			guid(), h, u32(signature::params), words,
			std::forward<G>(given)...);
	}

      private:
	template <bool B, class I, class... G>
	auto
	split(const basic_how<B, I> &h, G &&...given) const
	{
		u64 words[signature::params + 1];

		return detail::begin<signature>(guid(), h,
						u32(signature::params), words,
						std::forward<G>(given)...);
	}
};

/* A template of tasks that run closures of the type L.  Their captures are
 * copied into the task; all arguments of the lambda are slots. */
template <class L> class closure_template : public handle
{
	static_assert(std::is_trivially_copyable_v<L>,
		      "ocr: the captures of a lambda travel as bytes: each "
		      "must be trivially copyable (no string, no vector, no "
		      "block: capture a db<T> by value)");

      public:
	using signature = typename detail::signature_of<L>::type;
	static_assert(!signature::params,
		      "ocr: a lambda's parameters are its captures; its "
		      "arguments are slots: in<T>, signal, rest<T>");
	using started = task<signature>;
	using handle::handle;
	static constexpr std::size_t params =
		std::is_empty_v<L> ? 0 : (sizeof(L) + 7) / 8;

	static closure_template
	create()
	{
		return closure_template(detail::new_template(
			detail::run_closure<L>, params, signature::slots,
			signature::rests));
	}
	void
	destroy() const
	{
		detail::must(ocrEdtTemplateDestroy(guid()),
			     "ocrEdtTemplateDestroy()");
	}
	template <bool B, class I, class... G>
	auto
	start(const basic_how<B, I> &h, const L &closure, G &&...given) const
	{
		u64 words[params + 1];

		pack(words, closure);
		return detail::begin<signature>(guid(), h, u32(params), words,
						std::forward<G>(given)...);
	}
	template <class... G>
	auto
	start(const L &closure, G &&...given) const
	{
		return start(how(), closure, std::forward<G>(given)...);
	}
	template <bool B, class I, class... G>
	auto
	start_output(const basic_how<B, I> &h, const L &closure,
		     G &&...given) const
	{
		u64 words[params + 1];

		pack(words, closure);
		return detail::begin_output<signature>(
			guid(), h, u32(params), words,
			std::forward<G>(given)...);
	}

      private:
	static void
	pack(u64 *words, const L &closure)
	{
		if constexpr (params > 0) {
			detail::to_words(words, closure);
#ifndef NDEBUG
			if (detail::points_to_stack(words, params))
				detail::fail(OCR_EFAULT,
					     "ocr: a lambda that captures a "
					     "reference, or a pointer, to a "
					     "variable of this task: start()");
#endif
		} else {
			(void)words, (void)closure;
		}
	}
};

namespace detail
{

/* A template for the time of a scope. */
template <class T> struct for_now : T {
	for_now() : T(T::create())
	{
	}
	for_now(const for_now &) = delete;
	for_now &operator=(const for_now &) = delete;
	~for_now()
	{
		ocrEdtTemplateDestroy(this->guid());
	}
};

} // namespace detail

/* One task of F, with a template for it alone. */
template <auto F, class... G>
auto
start(G &&...given)
{
	return detail::for_now<task_template<F>>().start(
		std::forward<G>(given)...);
}

/* One task of a lambda. */
template <bool B, class I, class L, class... G>
auto
spawn(const basic_how<B, I> &h, const L &closure, G &&...given)
{
	return detail::for_now<closure_template<L>>().start(
		h, closure, std::forward<G>(given)...);
}
template <class L, class... G, std::enable_if_t<!detail::is_how_v<L>, int> = 0>
auto
spawn(const L &closure, G &&...given)
{
	return spawn(how(), closure, std::forward<G>(given)...);
}

/* -- The program ----------------------------------------------------------- */

/* Its command line; args[0] is its name. */
class args
{
      public:
	explicit args(const void *block) noexcept : block_(block)
	{
	}
	std::size_t
	size() const noexcept
	{
		return getArgc(block_);
	}
	/* NULL for one that is not there. */
	const char *
	operator[](std::size_t i) const noexcept
	{
		return i < size() ? getArgv(block_, i) : nullptr;
	}

      private:
	const void *block_;
};

} // namespace ocr

/* Defines mainEdt(): it calls `function`, which takes an ocr::args. */
#define OCR_MAIN(function)                                                     \
	ocrGuid_t mainEdt(u32, u64 *, u32, ocrEdtDep_t depv[])                 \
	{                                                                      \
		return ocr::detail::guarded([&] {                              \
			function(ocr::args(depv[0].ptr));                      \
			return NULL_GUID;                                      \
		});                                                            \
	}

#endif
