/**
 * The parts of RFC 6455 and RFC 7692 that the gateway does itself, so that a broadcast is encoded once for all sockets.
 * Everything else (handshake, control frames, receiving) is left to ws; a contract test holds the two together.
 */
export { WIRE_FORMATS, wireFormatOf, type MessageEncoder, type WireFormat } from './encode.ts'
export { DEFLATE_OPTIONS, offersDeflate, releaseInflater } from './permessage-deflate.ts'
