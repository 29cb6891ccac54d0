import { useText } from '@tuma/kit/runtime'
import { PageHeader } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { BehindCard } from './behind-card.tsx'
import { InternalMessages } from './internal-messages.tsx'
import { RepeatedMessages } from './repeated.tsx'
import { UnsentMessages } from './unsent.tsx'

/** What the product does by itself, for the person who runs it: lists, storage, and messages that wait for an admin. */
export const System = () => {
  const text = useText(texts)
  return (
    <>
      <PageHeader title={text('system.title')} intro={text('system.intro')} />
      <BehindCard />
      <div className="grid gap-8">
        <UnsentMessages />
        <RepeatedMessages />
        <InternalMessages />
      </div>
    </>
  )
}
