import { useEffect, useState } from 'react'

/** This device's time in ms, drawn again every second. */
export const useSecond = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
