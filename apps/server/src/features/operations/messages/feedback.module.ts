import { Module } from '@nestjs/common';
import { FeedbackController } from './feedback.controller.js';
import { FeedbackMails } from './feedback-mails.service.js';
import { FeedbackNews } from './feedback-news.service.js';
import { FeedbackReactions } from './feedback.reactions.js';
import { FeedbackRepository } from './feedback.repository.js';
import { FeedbackService } from './feedback.service.js';
import { FeedbackTasks } from './feedback.tasks.js';

/** Messages of users to the administrators. */
@Module({
  controllers: [FeedbackController],
  providers: [
    FeedbackMails,
    FeedbackNews,
    FeedbackReactions,
    FeedbackRepository,
    FeedbackService,
    FeedbackTasks,
  ],
})
export class FeedbackModule {}
