import type { DegradedEngine } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { Card } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** Engines that a process can't use now: why, what the effect is, and what an operator checks. */
export const EnginesCard = ({ degraded }: { degraded: readonly DegradedEngine[] }) => {
  const text = useText(texts)
  return (
    <Card className="grid gap-4">
      <h2>{text('engine.title')}</h2>
      <p>{text('engine.recorded')}</p>
      <ul className="grid gap-4" aria-label={text('engine.title')}>
        {degraded.map(({ engine, state }) => (
          <li key={`${engine} ${state}`} className="grid gap-1 border-l-4 border-line-strong pl-4">
            <h3>{text(`engine.${engine}`)}</h3>
            <p>
              {text(`engine.${state}`)} {text(`engine.follows.${engine}`)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
