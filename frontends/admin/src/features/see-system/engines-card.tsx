import type { DegradedEngine } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { ListCard, ListedCase } from './list-card.tsx'

/** Engines that a process can't use now: why, what the effect is, and what an operator checks. */
export const EnginesCard = ({ degraded }: { degraded: readonly DegradedEngine[] }) => {
  const text = useText(texts)
  return (
    <ListCard title={text('engine.title')} recorded={text('engine.recorded')}>
      {degraded.map(({ engine, state }) => (
        <ListedCase key={`${engine} ${state}`}>
          <h3>{text(`engine.${engine}`)}</h3>
          <p>
            {text(`engine.${state}`)} {text(`engine.follows.${engine}`)}
          </p>
        </ListedCase>
      ))}
    </ListCard>
  )
}
