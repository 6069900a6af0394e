/** What stands over a list of what the server gave: that it could not be had, or how old it is. The list itself shows that it is coming. */
import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { AnswerAge, AnswerView, type ShownAnswer } from './answer-view.tsx';
import { SlowAnswer } from './slow-answer.tsx';
import { gutter } from '../theme/sizes.ts';

const useStyles = makeStyles({ notice: { padding: `0 ${gutter} 12px` } });

export interface ListAnswerProps {
  answer: ShownAnswer<unknown>;
  /** What could not be had, as a sentence. */
  failed: ReactNode;
  /** The list, in place of which the failure is told. */
  children: ReactNode;
}

export function ListAnswer({ answer, failed, children }: ListAnswerProps) {
  const styles = useStyles();
  if (answer.state === 'failed')
    return (
      <div className={styles.notice}>
        <AnswerView answer={answer} skeleton={null} failed={failed}>
          {() => null}
        </AnswerView>
      </div>
    );
  return (
    <>
      {answer.state === 'stale' && answer.failure && (
        <div className={styles.notice}>
          <AnswerAge answer={answer} />
        </div>
      )}
      {answer.state === 'loading' && <SlowAnswer className={styles.notice} />}
      {children}
    </>
  );
}
