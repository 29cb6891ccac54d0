import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines on stderr. What is logged holds ids and codes, never names, phones, e-mails, messages or tokens. */
export const openLog = (level: string, to: DestinationStream = pino.destination(2)): Log => pino({ level }, to)

/** Lines that nobody can turn off, whatever LOG_LEVEL is. */
export const alwaysSaying = (log: Log): ((facts: object, sentence: string) => void) => {
  const always = log.child({}, { level: 'info' })
  return (facts, sentence) => always.info(facts, sentence)
}
