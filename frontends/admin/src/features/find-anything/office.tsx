import { Search } from '@tuma/kit/icons'
import { calls, dismissQuestions, lazyScreen, Outlet, useNavigate, useText } from '@tuma/kit/runtime'
import { Button, useScanner } from '@tuma/kit/ui'
import { useEffect, useState } from 'react'
import { texts } from '../../texts.ts'

const Palette = lazyScreen(async () => (await import('./palette.tsx')).Palette, null)

/** Around every screen of the area: one way to all that is looked for, by a button and by Ctrl-K; a scan opens its parcel. */
export const Office = () => {
  const text = useText(texts)
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  useScanner(async (trackingId) => {
    dismissQuestions()
    setOpen(false)
    const [parcel] = await calls.adminDeliveries.list({ search: trackingId, limit: 1 }).catch(() => [])
    // The list says that there is none, or why it could not be looked for.
    const path = parcel
      ? `/Admin/delivery/${parcel.deliveryType}/${parcel._id}`
      : `/Admin/deliveries?search=${trackingId}`
    await navigate(path)
  })
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // Over a dialog nothing else opens: what was begun there would be left behind unseen.
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <div className="float-right ms-3 mb-2 [&~.t-page-header]:items-start">
        <Button
          variant="secondary"
          size="small"
          icon={Search}
          aria-keyshortcuts="Control+K"
          onClick={() => setOpen(true)}
        >
          <span className="max-xl:sr-only">{text('palette.open')}</span>{' '}
          <kbd aria-hidden className="hidden text-xs text-ink-soft md:inline">
            Ctrl K
          </kbd>
        </Button>
      </div>
      {open ? <Palette onClose={() => setOpen(false)} /> : null}
      <Outlet />
    </>
  )
}
