// Loaded into a server under load: what it would send to the push service at push.example goes to the one of the load,
// whose port and certificate the environment names. All of the server's own checks have been made by then.
import dns from 'node:dns/promises'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

const { BENCH_PUSH_PORT, BENCH_PUSH_CA } = process.env
const { lookup } = dns
const { request } = https
dns.lookup = async (name, options) =>
  name === 'push.example' ? [{ address: '8.8.8.8', family: 4 }] : lookup(name, options)
https.request = (options, ...more) =>
  options.host === 'push.example'
    ? request(
        {
          ...options,
          port: BENCH_PUSH_PORT,
          ca: BENCH_PUSH_CA,
          lookup: (_name, { all }, found) =>
            all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
        },
        ...more,
      )
    : request(options, ...more)
syncBuiltinESMExports()
