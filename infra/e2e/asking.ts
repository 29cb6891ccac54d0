import { setTimeout as pause } from 'node:timers/promises'

/**
 * As anybody does who is told that the house is busy: the same call again when it was told to. What was refused at the
 * door has done nothing, so a test that sends much at once needs no machine that is fast.
 */
export const askUntilTaken = async (ask: () => Promise<Response>): Promise<Response> => {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await pause(1000 * Number(answer.headers.get('retry-after') ?? 1))
  }
}
