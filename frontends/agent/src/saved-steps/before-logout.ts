import { confirm, useText } from '@tuma/kit/runtime'
import { useEffect } from 'react'
import { savedTexts } from './saved-texts.ts'
import { useOutbox } from './use-outbox.ts'

let ask: (() => Promise<boolean>) | undefined

/** Asks the agent who logs out whether steps that are not sent may wait. True: log out. */
export const askBeforeLogout = async (): Promise<boolean> => (ask ? ask() : true)

/** Answers `askBeforeLogout` while this agent's outbox is open. What was answered leaves the phone: it names people. */
export function useAskBeforeLogout(): void {
  const text = useText(savedTexts)
  const outbox = useOutbox()
  useEffect(() => {
    const own = async (): Promise<boolean> => {
      const count = outbox.steps().filter(({ state }) => state !== 'done').length
      const mayLeave =
        count === 0 ||
        (await confirm({
          title: text('saved.logout', { count }),
          text: text('saved.logout.waits', { count }),
          yes: text('saved.logout.yes'),
          no: text('saved.logout.no'),
        }))
      if (mayLeave) await outbox.forgetDone().catch(() => undefined)
      return mayLeave
    }
    ask = own
    return () => {
      if (ask === own) ask = undefined
    }
  }, [text, outbox])
}
