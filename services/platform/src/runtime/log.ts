import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines on stderr. Logs have ids and codes, never names, phones, e-mails, messages or tokens. */
export const openLog = (level: string, to: DestinationStream = pino.destination(2)): Log => pino({ level }, to)

/** Lines that are logged at every LOG_LEVEL. */
export const alwaysSaying = (log: Log): ((facts: object, sentence: string) => void) => {
  const always = log.child({}, { level: 'info' })
  return (facts, sentence) => always.info(facts, sentence)
}
