import { Readable } from 'node:stream';
import {
  Controller,
  Get,
  Param,
  Res,
  StreamableFile,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import type { Response, Request } from 'express';
import { Operation, Operations, problemFor, Public, sendError } from '../../platform/http/index.js';
import { Versioned } from '../../shared/records.js';
import { AttachmentService } from '../application/attachment.service.js';
import { AttachmentNotFound, StorageUnavailable } from '../domain/attachment.errors.js';
import { mediaTypes } from '../domain/media-type.js';
import { AttachmentResponse } from './attachment.dto.js';
import { contentDisposition } from './content-disposition.js';
import { RateLimiter } from '../../platform/rate-limit/index.js';

/** Limits the requests of each address. Only successful responses may be cached. */
@Injectable()
class PublicAttachmentGuard implements CanActivate {
  constructor(private readonly limiter: RateLimiter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    response.set({ 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'cross-origin' });
    await this.limiter.admitAddress(http.getRequest<Request>(), response);
    return true;
  }
}

const [key, filename] = AttachmentResponse.example.url.split('/').slice(-2);

/** The contents of attachments, for everyone who knows their URLs. */
@Controller('public/v1/attachments')
@UseGuards(PublicAttachmentGuard)
@Operations({
  tag: 'Attachments',
  parameters: {
    key: {
      schema: { type: 'string', description: 'The secret part of the URL.', example: key },
      problems: [new AttachmentNotFound()],
    },
    filename: { schema: { type: 'string', description: 'Name of the file.', example: filename } },
  },
})
@Public(true)
export class PublicAttachmentsController {
  constructor(private readonly attachments: AttachmentService) {}

  @Get(':key/:filename')
  @Operation({
    id: 'getAttachmentContent',
    summary: 'Get the content of an attachment',
    description:
      'The path is the `url` of an attachment. Browsers show images; they save PDF files and texts, and run nothing.',
    files: mediaTypes,
    problems: [new StorageUnavailable()],
    revalidated: true,
  })
  async read(
    @Param('key') key: string,
    @Param('filename') filename: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Versioned<StreamableFile>> {
    const file = await this.attachments.readPublic(key, filename);
    const isImage = file.media_type.startsWith('image/');
    response.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
    });
    // Nothing is read for a HEAD.
    const content = response.req.method === 'HEAD' ? [] : this.attachments.content(file);
    const body = new StreamableFile(Readable.from(content, { objectMode: false }), {
      type: file.media_type === 'text/plain' ? 'text/plain; charset=utf-8' : file.media_type,
      disposition: contentDisposition(isImage ? 'inline' : 'attachment', file.filename),
      length: file.size,
    }).setErrorHandler((error) => sendError(response, error, problemFor(error)));
    return new Versioned(body, file.id);
  }
}
