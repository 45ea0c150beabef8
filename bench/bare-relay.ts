// The smallest possible message relay: Socket.IO and an event stream, without storage or authentication.
import { createServer } from 'node:http'
import { Server, type Socket } from 'socket.io'

const members = new Map<number, Socket>()
const http = createServer((request, response) => {
  if (!request.url?.startsWith('/api/notifications')) return
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(': welcome\n\n')
})
const io = new Server(http, { path: '/api/socket.io', serveClient: false })
let last = 0
io.on('connection', (socket) => {
  const me = Number(socket.handshake.auth.id)
  members.set(me, socket)
  socket.on('disconnect', () => members.delete(me))
  socket.on('sendMessage', ({ receiver_id, message }, answer) => {
    const id = ++last
    answer({ ok: true, id })
    members.get(receiver_id)?.emit('receiveMessage', { id, sender_id: me, receiver_id, message })
  })
})
http.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'))
