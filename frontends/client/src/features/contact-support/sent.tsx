import { MailCheck } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { useEffect, useRef } from 'react'
import { texts } from '../../texts.ts'

/** Takes the place of the form, and the focus too: the button that had the focus is gone. */
export const Sent = () => {
  const text = useText(texts)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} tabIndex={-1} className="grid min-h-96 content-center justify-items-center gap-3 text-center">
      <MailCheck size={48} aria-hidden className="text-acacia" />
      <h2>{text('contact.sent')}</h2>
      <p>{text('contact.sentHint')}</p>
    </div>
  )
}
