/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-version.h - which interface this is (OCR 1.1.0, 2.1). */
#ifndef OCR_VERSION_H
#define OCR_VERSION_H

/* The version of the interface, not of this implementation. */
#define OCR_VERSION "1.1.0"

/* The numbers in a version string of the form "1.1.0", as unsigned int. */
#define OCR_VERSION_GET_MAJOR(vers) ((unsigned)((vers)[0] - '0'))
#define OCR_VERSION_GET_MINOR(vers) ((unsigned)((vers)[2] - '0'))
#define OCR_VERSION_GET_PATCH(vers) ((unsigned)((vers)[4] - '0'))

/* The bits of OCR_VERSION_EXTENSION_BITMAP. */
#define OCR_EXTENSION_HINTS	     0x01u  /* hints on objects, B.1 */
#define OCR_EXTENSION_LABELING	     0x02u  /* labeled GUIDs, B.2 */
#define OCR_EXTENSION_PARAMS_EVT     0x04u  /* parameters of events, B.3 */
#define OCR_EXTENSION_COUNTED_EVT    0x08u  /* counted events, B.4 */
#define OCR_EXTENSION_CHANNEL_EVT    0x10u  /* channel events, B.5 */
#define OCR_EXTENSION_AFFINITY	     0x20u  /* extensions/ocr-affinity.h */
#define OCR_EXTENSION_RTITF	     0x40u  /* extensions/ocr-runtime-itf.h */
#define OCR_EXTENSION_DB_INFO	     0x80u  /* extensions/ocr-db-info.h */
#define OCR_EXTENSION_LEGACY	     0x100u /* extensions/ocr-legacy.h */
#define OCR_EXTENSION_PAUSE	     0x200u /* extensions/ocr-pause.h */
/* extensions/ocr-reduction-event.h */
#define OCR_EXTENSION_COLLECTIVE_EVT 0x400u
/* extensions/ocr-db-partitioning.h */
#define OCR_EXTENSION_DB_PARTITION   0x800u
#define OCR_EXTENSION_FILE	     0x1000u /* extensions/ocr-file.h */
/* extensions/ocr-map-creator.h */
#define OCR_EXTENSION_MAP_CREATOR    0x2000u

/* The extensions that work. */
#define OCR_VERSION_EXTENSION_BITMAP                                           \
	(OCR_EXTENSION_HINTS | OCR_EXTENSION_LABELING |                        \
	 OCR_EXTENSION_PARAMS_EVT | OCR_EXTENSION_COUNTED_EVT |                \
	 OCR_EXTENSION_CHANNEL_EVT | OCR_EXTENSION_AFFINITY |                  \
	 OCR_EXTENSION_RTITF | OCR_EXTENSION_DB_INFO | OCR_EXTENSION_LEGACY |  \
	 OCR_EXTENSION_PAUSE | OCR_EXTENSION_COLLECTIVE_EVT |                  \
	 OCR_EXTENSION_DB_PARTITION | OCR_EXTENSION_FILE |                     \
	 OCR_EXTENSION_MAP_CREATOR)

/* What programs test with #ifdef before they include an extension.  They have
 * no value, so that a program may define them itself, as many do; or it may
 * have given them one to the compiler. */
#ifndef ENABLE_EXTENSION_HINTS
#define ENABLE_EXTENSION_HINTS
#endif
#ifndef ENABLE_EXTENSION_LABELING
#define ENABLE_EXTENSION_LABELING
#endif
#ifndef ENABLE_EXTENSION_PARAMS_EVT
#define ENABLE_EXTENSION_PARAMS_EVT
#endif
#ifndef ENABLE_EXTENSION_COUNTED_EVT
#define ENABLE_EXTENSION_COUNTED_EVT
#endif
#ifndef ENABLE_EXTENSION_CHANNEL_EVT
#define ENABLE_EXTENSION_CHANNEL_EVT
#endif
#ifndef ENABLE_EXTENSION_AFFINITY
#define ENABLE_EXTENSION_AFFINITY
#endif
#ifndef ENABLE_EXTENSION_RTITF
#define ENABLE_EXTENSION_RTITF
#endif
#ifndef ENABLE_EXTENSION_DB_INFO
#define ENABLE_EXTENSION_DB_INFO
#endif
#ifndef ENABLE_EXTENSION_LEGACY
#define ENABLE_EXTENSION_LEGACY
#endif
#ifndef ENABLE_EXTENSION_PAUSE
#define ENABLE_EXTENSION_PAUSE
#endif
#ifndef ENABLE_EXTENSION_COLLECTIVE_EVT
#define ENABLE_EXTENSION_COLLECTIVE_EVT
#endif
#ifndef ENABLE_EXTENSION_DB_PARTITION
#define ENABLE_EXTENSION_DB_PARTITION
#endif
#ifndef ENABLE_EXTENSION_FILE
#define ENABLE_EXTENSION_FILE
#endif
#ifndef ENABLE_EXTENSION_MAP_CREATOR
#define ENABLE_EXTENSION_MAP_CREATOR
#endif
/* The name of COLLECTIVE_EVT before 1.2. */
#ifndef ENABLE_EXTENSION_REDUCTION_EVT
#define ENABLE_EXTENSION_REDUCTION_EVT
#endif

#endif
