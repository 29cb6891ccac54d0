import { useLocation, useText } from '@tuma/kit/runtime'
import { useEffect, useRef, useState } from 'react'
import { texts } from './texts.ts'

const settleMs = 250
/** A screen that is this late, or has no title of its own, is told by the page's. */
const patienceMs = 5000

/** After a change of screen: puts the focus at the content's start, as loading a page would, and says the screen's title. */
export function Announcer() {
  const text = useText(texts)
  const { pathname } = useLocation()
  const [said, setSaid] = useState('')
  const before = useRef(pathname)
  const ofNoScreen = text('page.title')
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    setSaid('') // the same title again is said again
    const leave = focusContent()
    const stop = whenTitled((title) => !title.startsWith(ofNoScreen), setSaid)
    return () => {
      leave()
      stop()
    }
  }, [pathname, ofNoScreen])
  return (
    <p className="t-hidden" aria-live="polite">
      {said}
    </p>
  )
}

/**
 * Content that comes later, however late, gets the focus if the person has focused nothing else meanwhile. It never takes the
 * focus from a dialog: who has opened one in that moment would lose what they type.
 */
function focusContent(): () => void {
  const changes = new MutationObserver(() => look(true))
  const end = (): void => {
    changes.disconnect()
    clearTimeout(settled)
  }
  const look = (isLate: boolean): void => {
    const main = document.getElementById('main')
    if (!main) return
    end()
    const isInDialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') != null
    const wentElsewhere = isInDialog || (isLate && document.activeElement !== document.body)
    if (!wentElsewhere && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }
  const settled = setTimeout(() => {
    changes.observe(document.body, { childList: true, subtree: true })
    look(false)
  }, settleMs)
  return end
}

/** A screen that is still on its way has no title yet: tells the title once it is a screen's and has come to rest. */
function whenTitled(isScreens: (title: string) => boolean, tell: (title: string) => void): () => void {
  let settled: ReturnType<typeof setTimeout> | undefined
  const end = (): void => {
    changes.disconnect()
    clearTimeout(settled)
    clearTimeout(late)
  }
  const say = (): void => {
    end()
    tell(document.title)
  }
  const look = (): void => {
    clearTimeout(settled)
    if (isScreens(document.title)) settled = setTimeout(say, settleMs)
  }
  const changes = new MutationObserver(look)
  changes.observe(document.head, { childList: true, subtree: true, characterData: true })
  const late = setTimeout(say, patienceMs)
  look()
  return end
}
