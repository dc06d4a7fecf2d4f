/** The place of a file that is being uploaded. */
export interface UploadBuffer {
  /** Appends bytes. @throws StorageUnavailable when the disk is full */
  append(bytes: Uint8Array): Promise<void>;
  /** Returns what has been appended, from the start. */
  read(): AsyncIterable<Uint8Array>;
}

/** Places for files until they are complete. Nothing remains of one if the process is killed. */
export abstract class UploadBuffers {
  /** Calls the work with an empty buffer, which is removed afterwards. @throws StorageUnavailable when the disk is full */
  abstract use<T>(work: (buffer: UploadBuffer) => Promise<T>): Promise<T>;
}
