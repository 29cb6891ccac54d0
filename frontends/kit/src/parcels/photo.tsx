import { api, useQuery } from '@tuma/kit/runtime'
import { useEffect, useState } from 'react'

/** A photo never changes. The audit log records each fetch. */
const asLongAs = { staleTime: Number.POSITIVE_INFINITY }

/** A photo is answered as a file to be saved: shown here from an address of this page alone. */
export const usePhoto = (deliveryId: string, photoId: string) => {
  const {
    data: file,
    isError,
    isFetching,
    refetch,
  } = useQuery(api.trouble.photo.queryOptions({ input: { id: deliveryId, photoId }, ...asLongAs }))
  const address = useObjectUrl(file)
  return { file, address, failed: isError && !file, isFetching, again: () => void refetch() }
}

/** An object URL for bytes in this page; revoked when it is no longer shown. */
export const useObjectUrl = (file: Blob | undefined): string | undefined => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(undefined)
    }
  }, [file])
  return address
}
