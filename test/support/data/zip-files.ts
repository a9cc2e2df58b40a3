import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a made zip archive. What is given besides its content replaces what is true. */
export interface ZippedFile {
  readonly name: string
  readonly content: string | Uint8Array
  readonly isEncrypted?: boolean
  /** Size after unpacking, and checksum, that the archive claims. */
  readonly size?: number
  readonly checksum?: number
  readonly method?: number
}

const METHOD = 8
const ENCRYPTED = 1

function headersOf({ name, content, isEncrypted, size, checksum, method = METHOD }: ZippedFile, offset: number) {
  const bytes = Buffer.from(content)
  const packed = deflateRawSync(bytes)
  const nameBytes = Buffer.from(name)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(isEncrypted ? ENCRYPTED : 0, 2)
  common.writeUInt16LE(method, 4)
  common.writeUInt32LE(checksum ?? crc32(bytes), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(size ?? bytes.length, 18)
  common.writeUInt16LE(nameBytes.length, 22)
  const place = Buffer.alloc(14)
  place.writeUInt32LE(offset, 10)
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, packed]),
    central: Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, place, nameBytes]),
  }
}

/** A zip archive with these files. */
export function zipOf(files: readonly ZippedFile[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const { local, central } = headersOf(file, offset)
    locals.push(local)
    centrals.push(central)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
