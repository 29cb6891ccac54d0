/** What a spreadsheet may be at most. More is answered with `statement_too_large` or `statement_not_readable`. */
export const maxUnpackedBytes = 300 * 1024 * 1024
export const maxRows = 1_048_576
export const maxColumns = 60

/** Of the process that reads: its JavaScript heap, and all of its memory with what is unpacked. */
export const maxHeapMiB = 1024
export const maxMemoryMiB = 2048

/** The reading process must write its next rows within this time once it has the whole file. */
export const answerTimeoutMs = 90_000
