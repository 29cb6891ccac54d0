import { EngineAway } from '@tuma/platform/ports'
import { ServiceFault } from '@tuma/platform/runtime'

/** A service that is away, or of a release that does not know the question yet. */
export const isSilent = (error: unknown): boolean => error instanceof EngineAway || error instanceof ServiceFault

/** Null where the service is away or does not know the question. */
export const unlessAway = <Answer>(asking: Promise<Answer>): Promise<Answer | null> =>
  asking.catch((error) => {
    if (!isSilent(error)) throw error
    return null
  })
