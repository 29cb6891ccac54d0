/** What a screen shows at one moment, from which `toFaults` finds its faults. */
export type Box = { left: number; top: number; right: number; bottom: number }
export type Named = Box & { name: string }
/**
 * `stays`: scrolling the page does not move it. `isInBar`: in the bar above every screen, where a desk's toasts come.
 */
export type Pressable = Named & { stays?: boolean; isInBar?: boolean }
export type ScreenContent = {
  width: number
  height: number
  /** How many pixels the page can be scrolled sideways, back up, and further down. */
  sideways: number
  above: number
  below: number
  pressable: Pressable[]
  headings: Named[]
  toasts: Named[]
  /** Elements that do not move when the page is scrolled. */
  stuck: Named[]
  /** Texts that are cut off, except in a row that leads to the page with the whole text. */
  cut: string[]
}

/** Screens up to this width are touched. */
const touchedUpTo = 1024
const thumb = 44
const finger = 24

const overlap = (one: Box, other: Box): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1

const measureSize = ({ left, top, right, bottom }: Box): string =>
  `${Math.round(right - left)} × ${Math.round(bottom - top)}`

const isSmallerThan = (side: number, { left, top, right, bottom }: Box): boolean =>
  bottom - top < side - 0.5 || right - left < side - 0.5

/**
 * Controls that a toast covers until it goes. A list that continues below the screen can be scrolled out from under it,
 * and a covered control that is pressed is reported by the driver that presses.
 */
const heldUnder = ({ toasts, above, below }: ScreenContent, those: readonly Pressable[]): Named[] =>
  those.filter((one) =>
    toasts.some((toast) => {
      const isFreed = below >= one.bottom - toast.top || above >= toast.bottom - one.top
      return !one.isInBar && overlap(toast, one) && (one.stays || !isFreed)
    }),
  )

/** The faults of a screen in words that name the element: each once, however often it is seen. */
export const toFaults = (seen: ScreenContent): string[] => {
  const min = seen.width <= touchedUpTo ? thumb : finger
  const small = seen.pressable.filter((pressed) => isSmallerThan(min, pressed))
  const said = [
    ...(seen.sideways > 0 ? [`scrolls sideways by ${Math.round(seen.sideways)} px`] : []),
    ...small.map((pressed) => `“${pressed.name}” is ${measureSize(pressed)} px, under ${min}`),
    ...seen.cut.map((text) => `“${text}” is cut off`),
    ...heldUnder(seen, seen.headings).map(({ name }) => `a toast covers the heading “${name}”`),
    ...heldUnder(seen, seen.pressable).map(({ name }) => `a toast covers “${name}”`),
    ...seen.stuck.flatMap((one, at) =>
      seen.stuck
        .slice(at + 1)
        .filter((other) => overlap(one, other))
        .map((other) => `“${one.name}” and “${other.name}” stay in the same place`),
    ),
  ]
  return [...new Set(said)]
}

/** Reads what is on the screen now. Runs in the page, as text: it cannot use anything of this file. @returns `Seen` */
export const readScreen = `(() => {
  const readBox = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect()
    return { left, top, right, bottom }
  }
  const nameOf = (one) =>
    (one.getAttribute('aria-label') || one.labels?.[0]?.textContent || one.textContent || one.className || one.tagName)
      .trim().replaceAll(/\\s+/g, ' ').replaceAll(/TM-\\w{4}-\\w{4}-\\w{4}/g, 'TM-…').slice(0, 40)
  const isSeen = (one) => {
    const { left, top, right, bottom } = readBox(one)
    return right - left > 2 && bottom - top > 2 && top < innerHeight && bottom > 0 && right > 0 && left < innerWidth
      && one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const asked = document.querySelector('[role=dialog], [role=alertdialog], dialog[open]')
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => (!asked || asked.contains(one)) && isSeen(one))
  const named = (one) => ({ name: nameOf(one), ...readBox(one) })
  const row = (one) => one.closest('tr')
  const isLinkBeside = (one) => one.tagName === 'A' && row(one) &&
    [...row(one).querySelectorAll('a')].some((other) => other !== one && other.href === one.href && other.offsetHeight >= 44)
  const isInText = (one) => one.tagName === 'A' && getComputedStyle(one).display === 'inline'
  const stays = (one) => Boolean(one) && (/fixed|sticky/.test(getComputedStyle(one).position) || stays(one.parentElement))
  const isInBar = (one) => !one.closest('main, [role=dialog], [role=alertdialog]')
  const pressedBy = (one) => (/^(radio|checkbox)$/.test(one.type) && one.closest('label')) || one
  const hides = (one) => /hidden|clip/.test(getComputedStyle(one).overflowX)
  const isWholeElsewhere = (one) => Boolean(row(one)?.querySelector('a[href]'))
  const isCut = (one) => !isWholeElsewhere(one) && hides(one) && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 2 &&
    [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim())
  const page = document.documentElement
  const toasts = [...document.querySelectorAll('.Toastify__toast')].filter(isSeen)
  return {
    width: innerWidth,
    height: innerHeight,
    sideways: page.scrollWidth - page.clientWidth,
    above: scrollY,
    below: page.scrollHeight - innerHeight - scrollY,
    pressable: [...new Set(seen(':is(main, header, [role=dialog], [role=alertdialog]) :is(a[href], button, input, select, textarea)')
      .filter((one) => !isInText(one) && !isLinkBeside(one)).map(pressedBy))]
      .map((one) => ({ ...named(one), stays: stays(one), isInBar: isInBar(one) })),
    headings: seen('h1, h2').map(named),
    toasts: toasts.map(named),
    stuck: asked ? [] : seen('body *')
      .filter((one) => /fixed|sticky/.test(getComputedStyle(one).position) && !one.closest('.Toastify'))
      .filter((one, _, all) => !all.some((other) => other !== one && other.contains(one)))
      .map(named),
    cut: seen('body *').filter(isCut).map(nameOf),
  }
})()`
