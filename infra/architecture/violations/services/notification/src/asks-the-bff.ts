// trips: services-do-not-know-each-other
export const bff = () => import('@tuma/bff')
