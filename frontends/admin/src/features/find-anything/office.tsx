import { Search } from '@tuma/kit/icons'
import { lazyScreen, Outlet, useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { useEffect, useState } from 'react'
import { texts } from '../../texts.ts'

const Palette = lazyScreen(async () => (await import('./palette.tsx')).Palette, null)

/** Around every screen of the area: one way to whatever somebody looks for, by a button and by Ctrl-K. */
export const Office = () => {
  const text = useText(texts)
  const [open, setOpen] = useState(false)
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
