import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'

/** Small enough to draw within a frame or two during scrolling. */
const blockSize = 20
/** Up to here a list is drawn whole, so that the browser's own search finds everything in it. */
const maxWholeRows = 200
/** What one asks for at the end is there at once. */
const pageSize = 100
/** Beyond the edge of the screen, so that what is scrolled to is there already. */
const margin = '1500px 0px'
/** Until a block has been drawn once. */
const usualRowPx = 64

/** The drawn heights by first row, so that a list has the same length when a person comes back to it. */
const heights = new WeakMap<object, number>()

type Tag = 'tbody' | 'ul'

export const isLong = (rows: readonly unknown[]): boolean => rows.length > maxWholeRows

/**
 * The rows of a list, in blocks once it `isLong`: only the blocks near the screen and the one with the
 * focus are drawn. A `gap` of the same height replaces each other block, so that another page costs the same in any list.
 */
export function Blocks<Row>({
  rows,
  as,
  row,
  gap,
  ...props
}: {
  rows: readonly Row[]
  as: Tag
  row: (row: Row, index: number) => ReactNode
  gap: (height: number) => ReactNode
} & Pick<ComponentProps<'ul'>, 'className' | 'role'>) {
  const Tag = as
  if (!isLong(rows)) return <Tag {...props}>{rows.map(row)}</Tag>
  const count = Math.ceil(rows.length / blockSize)
  return [...Array(count).keys()].map((number) => {
    const start = number * blockSize
    const own = rows.slice(start, start + blockSize)
    const atAnEnd = start < maxWholeRows || start >= rows.length - pageSize
    return (
      <Block key={number} as={as} rows={own} drawnFirst={atAnEnd} gap={gap} {...props}>
        {() => own.map((one, index) => row(one, start + index))}
      </Block>
    )
  })
}

function Block({
  as,
  rows,
  drawnFirst,
  gap,
  children,
  ...props
}: {
  as: Tag
  rows: readonly unknown[]
  drawnFirst: boolean
  gap: (height: number) => ReactNode
  children: () => ReactNode
} & Pick<ComponentProps<'ul'>, 'className' | 'role'>) {
  // A tag that is one of several has no one type of element.
  const Tag = as as 'ul'
  const first = rows[0] as object
  const element = useRef<HTMLUListElement>(null)
  const [away, setAway] = useState(drawnFirst ? null : (heights.get(first) ?? rows.length * usualRowPx))
  const drawn = away === null
  useEffect(() => {
    const own = element.current as HTMLElement
    const look = (entries: IntersectionObserverEntry[]): void => {
      const { isIntersecting, boundingClientRect } = entries.at(-1) as IntersectionObserverEntry
      if (isIntersecting) setAway(null)
      else if (drawn && !own.contains(document.activeElement)) {
        heights.set(first, boundingClientRect.height)
        setAway(boundingClientRect.height)
      }
    }
    const watching = new IntersectionObserver(look, { root: own.closest('.overflow-y-auto'), rootMargin: margin })
    watching.observe(own)
    return () => watching.disconnect()
  }, [first, drawn])
  return (
    <Tag ref={element} {...props}>
      {drawn ? children() : gap(away)}
    </Tag>
  )
}
