import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines on stderr. What is logged holds ids and codes, never names, phones, e-mails, messages or tokens. */
export const openLog = (level: string): Log => pino({ level }, pino.destination(2))
