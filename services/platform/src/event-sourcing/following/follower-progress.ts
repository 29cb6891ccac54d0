import { EngineAway } from '../../ports/message-bus.ts'
import { UnknownStoredEvent } from '../events/event-codec.ts'
import { isAtOrPast, openWaiting } from './waiting.ts'

/** A fault of an unreadable event stays, because this release can never read it. */
export const openFault = () => {
  let fault: unknown = null
  let at: number | null = null
  const stays = () => fault instanceof UnknownStoredEvent
  const over = (): void => {
    if (!stays()) fault = null
  }
  return {
    now: () => fault,
    mayPass: () => fault !== null && !stays(),
    met(error: unknown): void {
      if (!stays()) fault = error
    },
    /** The end of the batch that is tried now. */
    wouldBeAt(position: number): void {
      at = position
    },
    over,
    /**
     * Another replica has come so far: the fault is over if that is past what failed here. An engine that answers is
     * not away.
     */
    overAt(position: number | null): void {
      if (fault instanceof EngineAway || isAtOrPast(position, at)) over()
    },
  }
}
export type Fault = ReturnType<typeof openFault>

export const openProgress = (onTaken: (position: number) => void = () => undefined) => {
  const waiting = openWaiting()
  let position: number | null = null
  return {
    position: () => position,
    passed(to: number | null): void {
      position = to
      if (to !== null) onTaken(to)
      waiting.lookAgain()
    },
    reached: (wanted: number | null, patienceMs?: number) =>
      waiting.until(() => isAtOrPast(position, wanted), patienceMs),
    end: waiting.end,
  }
}

export type Progress = ReturnType<typeof openProgress>
