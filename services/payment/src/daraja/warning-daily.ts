import type { Log } from '@tuma/platform/runtime'
import { type DarajaSettings, darajaWarnings } from './settings.ts'

const dayMs = 24 * 60 * 60 * 1000

type Warning = { readonly settings: DarajaSettings; readonly now: () => string; readonly log: Pick<Log, 'warn'> }

/** Logs coming problems at the start and again each day, as they are on that day. @returns stops it */
export const warningDaily = ({ settings, now, log }: Warning): (() => void) => {
  const warn = () => {
    for (const warning of darajaWarnings(settings, now())) log.warn(warning)
  }
  warn()
  const daily = setInterval(warn, dayMs)
  daily.unref()
  return () => clearInterval(daily)
}
