import type { OutboxEnvironment } from './outbox-environment.ts'

const channelName = 'tuma-outbox'

/**
 * What the browser has for the outbox. Without a channel between tabs, a tab hears of another's steps at its next pulse.
 * @param now the server's time in ms
 */
export function getBrowserEnvironment(now: () => number): OutboxEnvironment {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)
  return {
    now,
    phoneNow: () => Date.now(),
    random: () => Math.random(),
    newKey,
    setTimer: (act, ms) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    locks: navigator.locks,
    onOnline: (act) => {
      addEventListener('online', act)
      return () => removeEventListener('online', act)
    },
    askToKeep: () => void navigator.storage?.persist?.().catch(() => false),
    tellTabs: (news) => channel?.postMessage(news),
    onNews: (act) => {
      channel?.addEventListener('message', ({ data }) => act(data))
      return () => channel?.close()
    },
  }
}

/** As random as a UUID, which browsers make on https and localhost only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
