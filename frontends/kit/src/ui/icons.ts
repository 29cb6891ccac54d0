export * from 'lucide-react'
