import type { PromptRefusal } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { Notice } from '@tuma/kit/ui'
import { promptTexts } from './prompt-texts.ts'

/** Those that else say to try again. */
const heldTexts = {
  balance_low: 'promptHeld.balance_low',
  cancelled: 'promptHeld.cancelled',
  unreachable: 'promptHeld.unreachable',
  expired: 'promptHeld.expired',
  wrong_pin: 'promptHeld.wrong_pin',
} as const

/** The text says “try again” only once the button can be pressed, and not while it counts down. */
export function PromptRefused({ refused, isHeld }: { refused: PromptRefusal; isHeld: boolean }) {
  const text = useText(promptTexts)
  const sentence = isHeld && Object.hasOwn(heldTexts, refused) ? heldTexts[refused as keyof typeof heldTexts] : null
  return <Notice tone="danger">{text(sentence ?? `promptRefused.${refused}`)}</Notice>
}
