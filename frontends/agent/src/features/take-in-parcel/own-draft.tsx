import { useLocation, useText, useUser } from '@tuma/kit/runtime'
import { Button, forgetDraft, keepDraft, Notice, readDraft } from '@tuma/kit/ui'
import { Fragment, type ReactNode, useState } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import type { NewParcelFields } from './fields.ts'

type Left = Partial<NewParcelFields>

/**
 * Gives the form of this customer its draft, which survives a reload and Back. An agent who opens the form again has the
 * next customer before them: it is empty, and offers what was left as long as nothing is typed.
 */
export function OwnDraft({ children }: { children: (draft: string, started: ReactNode) => ReactNode }) {
  // By the account's id: drafts that end in a username are moved to the guest when a session ends.
  const draft = `new-parcel.${useUser()._id}`
  const [left, setLeft] = useState(useLeftParcel(draft))
  const [round, setRound] = useState(0)
  const goOn = (parcel: Left): void => {
    keepDraft(draft, parcel)
    setLeft(null)
    setRound(round + 1)
  }
  return <Fragment key={round}>{children(draft, left ? <Started left={left} onContinue={goOn} /> : null)}</Fragment>
}

const Started = ({ left, onContinue }: { left: Left; onContinue: (left: Left) => void }) => {
  const text = useText(newParcelTexts)
  const name = left.sender?.name || left.sender?.phone
  return (
    <Notice>
      <p>{name ? text('started.to', { name }) : text('started.some')}</p>
      <Button size="small" variant="secondary" className="mt-2" onClick={() => onContinue(left)}>
        {text('started.continue')}
      </Button>
    </Notice>
  )
}

const visitName = (draft: string): string => `seen.${draft}`

/** Empties the draft of an earlier visit. @returns what was typed then; null at the visit that typed it */
function useLeftParcel(draft: string): () => Left | null {
  const { key } = useLocation()
  return () => {
    const visit = key === 'default' ? `${performance.timeOrigin}` : key
    const isSameVisit = readDraft(visitName(draft)).visit === visit || (key === 'default' && isReloaded())
    const typed = readDraft(draft) as Left
    keepDraft(visitName(draft), { visit })
    if (isSameVisit) return null
    forgetDraft(draft)
    return isStarted(typed) ? typed : null
  }
}

const isStarted = ({ sender, receiver }: Left): boolean =>
  [sender?.phone, sender?.name, receiver?.phone, receiver?.name].some((typed) => (typed ?? '') !== '')

/** The page was loaded again, and not opened by an address. */
const isReloaded = (): boolean => {
  const [arrival] = (performance.getEntriesByType?.('navigation') ?? []) as PerformanceNavigationTiming[]
  return arrival?.type !== 'navigate'
}
