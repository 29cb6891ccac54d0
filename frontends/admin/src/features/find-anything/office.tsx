import { Search } from '@tuma/kit/icons'
import { calls, dismissQuestions, lazyScreen, Outlet, useNavigate, useText } from '@tuma/kit/runtime'
import { Button, useScanner } from '@tuma/kit/ui'
import { useEffect, useState } from 'react'
import { texts } from '../../texts.ts'

const Palette = lazyScreen(async () => (await import('./palette.tsx')).Palette, null)

/** Wraps every screen of the office: a search by button and Ctrl-K, and a scan that opens its parcel. */
export const Office = () => {
  const text = useText(texts)
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  useScanner(async (trackingId) => {
    dismissQuestions()
    setOpen(false)
    const [parcel] = await calls.adminDeliveries.list({ search: trackingId, limit: 1 }).catch(() => [])
    // The list says that the parcel does not exist, or why the search failed.
    const path = parcel
      ? `/Admin/delivery/${parcel.deliveryType}/${parcel._id}`
      : `/Admin/deliveries?search=${trackingId}`
    await navigate(path)
  })
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // Never opens over a dialog, because unsaved work there would be lost from view.
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
