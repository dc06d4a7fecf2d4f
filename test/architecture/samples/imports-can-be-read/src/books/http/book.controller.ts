const name = ['@nestjs', 'common'].join('/');

export const framework: unknown = await import(name); // refused
export const again: unknown = require(`${name}`); // refused
