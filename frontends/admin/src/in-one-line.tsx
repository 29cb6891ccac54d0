import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

type Choice<Value extends string> = {
  readonly value: Value
  readonly label: string
  readonly count?: string | undefined
}

/** The count, as far as the server counted. */
export const countedTo = ({ count, more }: { count: number; more: boolean }): string =>
  `${count.toLocaleString('en')}${more ? '+' : ''}`

/**
 * A choice of one among a few, each drawn by `children`: side by side if all fit in one line, else one line that unfolds.
 * The hidden ones are measured too: their width depends on language and numbers, not on the screen alone.
 */
export const InOneLine = <Value extends string>(props: {
  label: string
  choices: readonly Choice<Value>[]
  chosen: Value
  onChoose: (value: Value) => void
  children: (choice: Choice<Value>) => ReactNode
}) => {
  const { label, choices, chosen, onChoose, children } = props
  const [line, fits] = useFits()
  return (
    <>
      {fits ? null : (
        <label className="flex max-w-md flex-wrap items-center gap-x-3 gap-y-1">
          <span className="t-label">{label}</span>
          <select
            className="t-input min-w-[min(15rem,100%)] flex-1"
            value={chosen}
            onChange={({ target }) => onChoose(choices.find(({ value }) => value === target.value)?.value ?? chosen)}
          >
            {choices.map(({ value, label: name, count = '' }) => (
              <option key={value} value={value}>
                {`${name} ${count}`.trim()}
              </option>
            ))}
          </select>
        </label>
      )}
      <div
        ref={line}
        data-one-line
        // Always clipped: a narrower window must not scroll sideways before it is measured.
        className={`flex gap-2 overflow-x-clip [overflow-clip-margin:4px] *:shrink-0 ${fits ? '' : 'invisible h-0 overflow-hidden'}`}
        aria-hidden={!fits}
      >
        {choices.map(children)}
      </div>
    </>
  )
}

/** Measures after each render, and when the width of the line changes. */
const useFits = () => {
  const line = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState(true)
  const measure = useCallback((): void => {
    if (line.current) setFits(line.current.scrollWidth <= line.current.clientWidth)
  }, [])
  useLayoutEffect(measure)
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    if (line.current) observer.observe(line.current)
    return () => observer.disconnect()
  }, [measure])
  return [line, fits] as const
}
