import { useText } from '@tuma/kit/runtime'
import { PageHeader } from '@tuma/kit/ui'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import { HowToReachUs } from './how-to-reach-us.tsx'
import { MessageForm } from './message-form.tsx'
import { Sent } from './sent.tsx'

const thanksMs = 3000

export const ContactSupport = () => {
  const text = useText(texts)
  const [sent, setSent] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!sent) return
    const again = () => {
      const hasFocus = place.current?.contains(document.activeElement) || document.activeElement === document.body
      setSent(false)
      if (hasFocus) place.current?.focus() // a client who works elsewhere by now keeps the focus there
    }
    const timer = setTimeout(again, thanksMs)
    return () => clearTimeout(timer)
  }, [sent])
  return (
    <>
      <PageHeader title={text('contact.title')} intro={text('contact.intro')} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div ref={place} tabIndex={-1} className="t-card min-w-0">
          {sent ? <Sent /> : <MessageForm onSent={() => setSent(true)} />}
        </div>
        <HowToReachUs />
      </div>
    </>
  )
}
