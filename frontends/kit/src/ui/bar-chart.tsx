import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** `before` is what it was in the period before: a ghost behind the bar. `apart`: it is one of those that `apart` names. */
export type Bar = { label: string; value: number; before?: number | undefined; apart?: boolean }

/** The next round number whose half is a whole one, and at most a third more than it from 10 on; 0 of nothing. */
export const roundTop = (highest: number): number => {
  if (highest <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(highest))
  const tops = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100].map((tenths) => (tenths * power) / 10)
  return tops.find((top) => top >= highest && top % 2 === 0) ?? 10 * power
}

type Props = {
  label: string
  /** What all bars come to, as it is read: in the corner, where a figure without a name would be taken for it. */
  total?: string | undefined
  bars: readonly Bar[]
  /** What the ghosts are, as a legend and in a word beside a value; without it there are none. */
  before?: { readonly legend: string; readonly word: string } | undefined
  /** The legend of the highlighted bars; the others are paler. */
  apart?: string | undefined
  /** Writes a value ("Ksh 1,250"). */
  format?: (value: number) => string
}

/**
 * Bars that a finger, a mouse or the arrow keys read one by one, and a table for screen readers.
 */
export function BarChart({ label, total, bars, before: ghosts, apart, format = String }: Props) {
  const highest = Math.max(0, ...bars.flatMap(({ value, before = 0 }) => [value, ghosts ? before : 0]))
  const top = roundTop(highest)
  const middle = bars[Math.floor((bars.length - 1) / 2)]
  const said = ({ label: name, value, before }: Bar): string =>
    [`${name}: ${format(value)}`, ghosts && before !== undefined ? `${ghosts.word}: ${format(before)}` : '']
      .filter(Boolean)
      .join(' · ')
  return (
    <figure className="t-chart">
      <figcaption>
        <span>{label}</span>
        {total ? <strong>{total}</strong> : null}
        {apart ? (
          <span className="t-chart-ghost">
            <span className="t-chart-key" data-apart aria-hidden />
            {apart}
          </span>
        ) : null}
        {ghosts ? (
          <span className="t-chart-ghost">
            <span className="t-chart-key" aria-hidden />
            {ghosts.legend}
          </span>
        ) : null}
      </figcaption>
      <div className="t-chart-plot">
        <div className="t-chart-scale" aria-hidden>
          {top > 0 ? (
            [top, top / 2, 0].map((value) => <span key={value}>{format(value)}</span>)
          ) : (
            <span>{format(0)}</span>
          )}
        </div>
        <Bars
          label={label}
          bars={bars}
          top={top}
          said={said}
          ghosts={ghosts !== undefined}
          apart={apart !== undefined}
        />
        <div className="t-chart-axis" aria-hidden>
          <span>{bars[0]?.label}</span>
          {bars.length > 2 ? <span>{middle?.label}</span> : null}
          {bars.length > 1 ? <span>{bars.at(-1)?.label}</span> : null}
        </div>
      </div>
      {/* A table cannot be 1 px high, so an element around it hides it. */}
      <div className="t-hidden">
        <table>
          <caption>{label}</caption>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.label}>
                <th scope="row">{bar.label}</th>
                <td>{format(bar.value)}</td>
                {ghosts ? <td>{`${ghosts.word}: ${format(bar.before ?? 0)}`}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

const Bars = (props: {
  label: string
  bars: readonly Bar[]
  top: number
  ghosts: boolean
  apart: boolean
  said: (bar: Bar) => string
}) => {
  const { bars, top, ghosts, apart, said } = props
  const last = bars.length - 1
  const [read, setRead] = useState<number | null>(null)
  const bar = read === null ? undefined : bars[read]
  const readAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width > 0) setRead(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * bars.length))))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? last : (read ?? last) + (steps[event.key] ?? Number.NaN)
    if (Number.isNaN(to)) return
    event.preventDefault()
    setRead(Math.min(last, Math.max(0, to)))
  }
  return (
    <div
      className="t-chart-bars"
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={read ?? Math.max(0, last)}
      aria-valuetext={said(bar ?? bars[last] ?? { label: '', value: 0 })}
      onFocus={() => setRead((before) => before ?? last)}
      onBlur={() => setRead(null)}
      onKeyDown={onKeyDown}
      onPointerDown={readAt}
      onPointerMove={readAt}
      // A finger that was lifted has left too: what it read stays until something else is touched.
      onPointerLeave={({ pointerType }) => (pointerType === 'mouse' ? setRead(null) : undefined)}
    >
      <svg viewBox={`0 0 ${bars.length * 10} 100`} preserveAspectRatio="none" aria-hidden>
        {[0, 50, 100].map((y) => (
          <line key={y} className="t-chart-line" x1={0} x2={bars.length * 10} y1={y} y2={y} />
        ))}
        {bars.map(({ label, value, before = 0, ...bar }, index) => (
          <g key={label} data-read={index === read || undefined} data-pale={(apart && !bar.apart) || undefined}>
            {ghosts ? (
              <Column className="t-bar-before" x={index * 10 + 0.5} width={9} share={getShare(before, top)} />
            ) : null}
            <Column
              className="t-bar"
              x={index * 10 + (ghosts ? 2.5 : 1.5)}
              width={ghosts ? 5 : 7}
              share={getShare(value, top)}
            />
          </g>
        ))}
      </svg>
      {bar && read !== null ? (
        <output
          className="t-chart-tip"
          data-side={read * 2 > last ? 'left' : 'right'}
          style={{ left: `${((read + 0.5) / bars.length) * 100}%` }}
        >
          {said(bar)}
        </output>
      ) : null}
    </div>
  )
}

const getShare = (value: number, top: number): number => (top === 0 ? 0 : (value / top) * 100)

const Column = ({ share, ...rect }: { className: string; x: number; width: number; share: number }) => (
  <rect {...rect} y={100 - share} height={share} />
)
