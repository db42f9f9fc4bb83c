# src/stream/stream.c
# A task goes on with a label before the object there is its own.
s/^\treturn op->type == OCR_MSG_CREATE_LABELED &&/\treturn 0 \&\& op->type == OCR_MSG_CREATE_LABELED \&\&/
