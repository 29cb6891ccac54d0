// Run by MongoDB's image when its volume is empty: a user for each service, who reads and writes its database and no other.
for (const service of ['identity', 'payment', 'delivery', 'revenue', 'notification'])
  db.getSiblingDB('admin').createUser({
    user: service,
    pwd: process.env[`PASSWORD_${service.toUpperCase()}`],
    roles: [{ role: 'readWrite', db: `tuma-${service}` }],
  })
