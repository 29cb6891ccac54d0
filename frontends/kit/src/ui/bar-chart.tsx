export type Bar = { label: string; value: number }

/** Bars for the eye, a table for everybody else. `format` writes a value ("Ksh 1,250"). */
export function BarChart({
  label,
  bars,
  format = String,
}: {
  label: string
  bars: readonly Bar[]
  format?: (value: number) => string
}) {
  const highest = Math.max(1, ...bars.map((bar) => bar.value))
  const middle = bars[Math.floor((bars.length - 1) / 2)]
  return (
    <figure className="t-chart">
      <figcaption className="flex justify-between gap-4 text-sm text-ink-soft">
        <span>{label}</span>
        <span className="whitespace-nowrap">{format(highest)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${bars.length * 10} 100`} preserveAspectRatio="none" aria-hidden>
        {bars.map((bar, index) => (
          <g key={bar.label}>
            <title>{`${bar.label}: ${format(bar.value)}`}</title>
            <rect x={index * 10} y={0} width={10} height={100} fill="transparent" />
            <rect
              className="t-bar"
              x={index * 10 + 1.5}
              width={7}
              y={100 - (bar.value / highest) * 98}
              height={(bar.value / highest) * 98}
            />
          </g>
        ))}
      </svg>
      <div className="t-chart-axis" aria-hidden>
        <span>{bars[0]?.label}</span>
        {bars.length > 2 ? <span>{middle?.label}</span> : null}
        {bars.length > 1 ? <span>{bars.at(-1)?.label}</span> : null}
      </div>
      {/* A table takes no height of 1 px: what hides it stands around it. */}
      <div className="t-hidden">
        <table>
          <caption>{label}</caption>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.label}>
                <th scope="row">{bar.label}</th>
                <td>{format(bar.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
