import { ServerResponse, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** Responds to an upgrade request with a bare status line and ends the connection. */
export function rejectUpgrade(socket: Duplex, status: string) {
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/**
 * Handles an unclaimed upgrade as a plain HTTP request (RFC 9110, 7.8). Node does so only while there is no upgrade
 * listener; some HTTP clients offer h2c with every first request.
 */
export function answerAsPlainRequest(server: Server, request: IncomingMessage) {
  const { headers, socket } = request
  // Node detaches its parser on upgrade, so a body can no longer be read.
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
