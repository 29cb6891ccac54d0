import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

type Choice<Value extends string> = {
  readonly value: Value
  readonly label: string
  readonly count?: string | undefined
}

/** How many there are, as far as they were counted. */
export const countedTo = ({ count, more }: { count: number; more: boolean }): string =>
  `${count.toLocaleString('en')}${more ? '+' : ''}`

/**
 * One of a few, each drawn by `children`: beside each other where there is room for all of them in one line, and one line
 * that unfolds where there is not. How long their words are, in which language and with which numbers, no width of a
 * screen knows: unseen they are still measured.
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
            className="t-input min-w-60 flex-1"
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
        // Clipped in any case: before a narrower window has been measured it must not scroll sideways.
        className={`flex gap-2 overflow-x-clip [overflow-clip-margin:4px] *:shrink-0 ${fits ? '' : 'invisible h-0 overflow-hidden'}`}
        aria-hidden={!fits}
      >
        {choices.map(children)}
      </div>
    </>
  )
}

/** Measured with everything that is drawn, and with the window. */
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
