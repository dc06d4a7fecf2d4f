import { Injectable } from '@nestjs/common';
import { Problem } from '../../platform/problems/index.js';

/** The maximum number of uploads that a process receives at once: each has a temporary file. */
export const maxUploads = 64;

/** The maximum number of a user, so that one with slow uploads does not keep others from uploading. */
export const maxUploadsOfUser = 4;

export const tooManyUploads = new Problem(429, 'too_many_uploads', {
  detail: `The limit is ${maxUploadsOfUser} uploads in progress for each user, and ${maxUploads} for each process of the service.`,
  headers: { 'Retry-After': '1' },
  remedy: 'Wait for the other uploads, and repeat this request.',
});

/** Limits the uploads in progress, and so the space that their temporary files take. */
@Injectable()
export class ParallelUploads {
  private readonly inProgress: string[] = [];

  /** @throws Problem 429 */
  async run<T>(userId: string, upload: () => Promise<T>): Promise<T> {
    const ofUser = this.inProgress.filter((each) => each === userId);
    if (ofUser.length >= maxUploadsOfUser || this.inProgress.length >= maxUploads) throw tooManyUploads;
    this.inProgress.push(userId);
    try {
      return await upload();
    } finally {
      this.inProgress.splice(this.inProgress.indexOf(userId), 1);
    }
  }
}
