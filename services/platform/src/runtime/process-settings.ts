import * as z from 'zod/mini'

const portSentence = 'must be a whole number from 0 to 65535'
const httpSentence = 'must be an http or https address'

/** The address that a process listens at, and how much it logs. @param port the default */
export const processSettings = (port: number) =>
  z.object({
    PORT: z._default(
      z.coerce
        .number(portSentence)
        .check(z.int(portSentence), z.minimum(0, portSentence), z.maximum(65_535, portSentence)),
      port,
    ),
    HOST: z._default(z.string(), '127.0.0.1'),
    LOG_LEVEL: z._default(
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level such as info or warn'),
      'warn',
    ),
  })

/** Origin of another process: 'http://payment:8080'. */
export const originSetting = z.url({ protocol: /^https?$/, error: httpSentence })

/**
 * A secret that must not be guessable. After a change everything that depends on it (sessions, hashes of phones and
 * receipts) is lost.
 */
export const secretSetting = z.string('is missing').check(z.minLength(32, 'must have 32 characters or more'))

/** `bff=<key>,delivery=<key>`: every caller has its own key, which can be changed without the others. */
export const callerKeysSetting = z.pipe(
  z
    .string('is missing')
    .check(z.regex(/^[a-z-]+=[^\s,=]{32,}(,[a-z-]+=[^\s,=]{32,})*$/, 'must be like bff=<key>,delivery=<key>')),
  z.transform((pairs: string) =>
    pairs.split(',').map((pair) => {
      const end = pair.indexOf('=')
      return { caller: pair.slice(0, end), key: pair.slice(end + 1) }
    }),
  ),
)
