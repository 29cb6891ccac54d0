/** The limits of a spreadsheet. A larger one is answered with `statement_too_large` or `statement_not_readable`. */
export const maxUnpackedBytes = 300 * 1024 * 1024
export const maxRows = 1_048_576
export const maxColumns = 60

/** Memory of the reading process: its JavaScript heap, and all of it with the unpacked file. */
export const maxHeapMiB = 1024
export const maxMemoryMiB = 2048

/** The reading process must write its next rows within this time once it has the whole file. */
export const answerTimeoutMs = 90_000
