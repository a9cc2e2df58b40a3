import { ServerResponse, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers an upgrade request with a bare status and ends its connection. */
export function rejectUpgrade(socket: Duplex, status: string) {
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/**
 * Answers an upgrade that nobody takes as the plain request it also is (RFC 9110, 7.8). Node would do so itself if
 * nobody listened to upgrades; some HTTP clients offer one (h2c) with every first request.
 */
export function answerAsPlainRequest(server: Server, request: IncomingMessage) {
  const { headers, socket } = request
  // The parser is gone once an upgrade is announced, so a body could not be read any more.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    rejectUpgrade(socket, '426 Upgrade Required')
    return
  }
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  socket.on('error', () => socket.destroy())
  response.on('finish', () => socket.destroySoon())
  server.emit('request', request, response)
}
