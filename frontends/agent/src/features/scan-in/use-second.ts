import { serverNow } from '@tuma/kit/runtime'
import { useEffect, useState } from 'react'

const getNowMs = (): number => Date.parse(serverNow())

/** The server's time in ms, drawn again every second. */
export const useSecond = (): number => {
  const [now, setNow] = useState(getNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(getNowMs()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
