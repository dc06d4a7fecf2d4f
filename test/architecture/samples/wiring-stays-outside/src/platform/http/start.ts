import { AppModule } from '../../app.module.js'; // refused

export const start = AppModule;
