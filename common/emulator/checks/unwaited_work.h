/* Memory that the host must not touch before it has waited (unwaited_work.c). */
#ifndef EMU_UNWAITED_WORK_H
#define EMU_UNWAITED_WORK_H

extern const struct observer unwaited_observer;

#endif
